import type { Role } from '../../app/core/shared/permissions';
import { registerPerson } from './people';
import { queryBeside } from './server-database';
import { apiOf, signInByApi, type TestServer } from './server';

export interface UserWithRole {
  account: { email: string; password: string };
  token: string;
  userId: string;
}

/** A confirmed user with a role, written to the database beside the running server. */
export async function makeUserWithRole(server: TestServer, role: Role): Promise<UserWithRole> {
  const account = await registerPerson(server);
  const rows = await queryBeside<{ id: string }>(server.dataDir, 'SELECT id FROM "user" WHERE email = $1', [
    account.email,
  ]);
  const userId = rows[0]?.id;
  if (userId === undefined) throw new Error('This person did not arrive in the database.');
  await queryBeside(server.dataDir, 'INSERT INTO user_role (user_id, role) VALUES ($1, $2)', [userId, role]);
  return { account, token: await signInByApi(server.origin, account), userId };
}

/** Grants a user money, as an administrator does. */
export async function grant(
  origin: string,
  adminToken: string,
  userId: string,
  amountCents: number,
): Promise<void> {
  const answer = await apiOf(origin, adminToken)(
    'POST',
    '/api/admin/billing/grant',
    { userId, amountCents, note: 'For a test' },
    { 'X-Idempotency-Key': `grant-${userId}-${amountCents}` },
  );
  if (answer.status !== 200) throw new Error(`The grant was refused: ${JSON.stringify(answer.body)}`);
}
