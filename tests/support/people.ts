import { randomInt, randomUUID } from 'node:crypto';
import { mailedLink } from './mailbox';
import { apiOf, type TestServer } from './server';

/** A new user who confirmed their address by the link in the mail: no roles, no money. */
export async function registerPerson(server: TestServer, firstName = 'Frida') {
  const account = { email: `${randomUUID()}@example.org`, password: 'Correct-horse-8' };
  const api = apiOf(server.origin);
  const registered = await api(
    'POST',
    '/api/auth/register',
    { ...account, firstName, lastName: 'Free', confirmPassword: account.password },
    fromElsewhere(),
  );
  if (registered.status !== 201) throw new Error(`Registering was answered ${registered.status}.`);
  const { search } = await mailedLink(server.dataDir, account.email);
  await api('GET', `/api/auth/confirm-email${search}`, undefined, fromElsewhere());
  return account;
}

/** A client of its own, for a server that trusts its proxy: the rate limits by address count it by itself. */
export const fromElsewhere = (): Record<string, string> => ({
  'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});
