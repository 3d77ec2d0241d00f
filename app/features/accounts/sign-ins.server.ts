import type { PrismaClient } from '~/core/db/app-database';
import type { Client } from '~/core/server/session.server';
import { DAY_MS, type Clock } from '~/core/shared/clock';

/** How long logins are listed. */
const KEPT_MS = 90 * DAY_MS;
const LISTED = 20;
const MAX_EXPORTED = 100_000;
const MAX_USER_AGENT = 300;

/** How somebody signed in; a provider is `provider:` and its name. */
export type SignInMethod =
  | 'password'
  | 'code'
  | 'recovery-code'
  | 'passkey'
  | 'set-up'
  | 'invitation'
  | `provider:${string}`;

interface ListedSignIn {
  at: string;
  method: string;
  address: string;
  userAgent: string;
}

interface Store {
  prisma: Pick<PrismaClient, 'signIn'>;
  clock: Clock;
}

export async function recordSignIn(
  { prisma, clock }: Store,
  { address, userAgent }: Client,
  { userId, method }: { userId: string; method: SignInMethod },
): Promise<void> {
  const at = new Date(clock());
  const data = { userId, at, method, address, userAgent: userAgent.slice(0, MAX_USER_AGENT) };
  await prisma.signIn.create({ data });
}

/** The last ones, the newest first. */
export const listSignIns = (
  store: Pick<Store, 'prisma'>,
  user: { userId: string },
): Promise<ListedSignIn[]> => readSignIns(store, user, LISTED);

/** All that are kept, for an export. */
export const listAllSignIns = (
  store: Pick<Store, 'prisma'>,
  user: { userId: string },
): Promise<ListedSignIn[]> => readSignIns(store, user, MAX_EXPORTED);

async function readSignIns(
  { prisma }: Pick<Store, 'prisma'>,
  { userId }: { userId: string },
  take: number,
): Promise<ListedSignIn[]> {
  const rows = await prisma.signIn.findMany({ where: { userId }, orderBy: { at: 'desc' }, take });
  return rows.map(({ at, method, address, userAgent }) => ({
    at: at.toISOString(),
    method,
    address,
    userAgent,
  }));
}

export async function sweepSignIns({ prisma, clock }: Store): Promise<void> {
  await prisma.signIn.deleteMany({ where: { at: { lt: new Date(clock() - KEPT_MS) } } });
}
