import { normalizeEmail } from '~/core/shared/email';
import { randomUUID } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import { hashSecret, newSecret, type Client } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { startSession, type SignedIn } from './browser-session.server';
import { confirmAddress } from './pending-registrations.server';
import { violatedPasswordRules } from './password-rules';
import type { SetupInput } from './schema';
import { findUser } from './users.server';

/** $5.00, enough to try paid completions right away. */
const STARTING_CREDIT_MICRO_USD = 5_000_000n;
const ROLES = ['admin', 'paiduser'];
const AUDIT_ACTION = 'account.first-administrator';
/** There is only one set-up link at a time. */
const LINK_ID = 1;

const INVALID_SETUP_LINK =
  'This setup link has been used or replaced. Restart the server for a new one, or log in.';

type Transaction = Parameters<Parameters<AccountsDeps['prisma']['$transaction']>[0]>[0];

export type FirstAdministrator =
  | { kind: 'exists' }
  | { kind: 'created'; email: string }
  /** There is no administrator yet: print this one-time path after the site's address. */
  | { kind: 'set-up-link'; path: string };

/** Runs at start-up: makes sure the installation has an administrator. */
export async function ensureFirstAdministrator(
  services: Pick<AccountsDeps, 'env' | 'clock' | 'prisma' | 'sessions' | 'passwords' | 'ledger'>,
): Promise<FirstAdministrator> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD: password } = services.env;
  await finishStartingCredit(services);
  if (await isAdministered(services)) return { kind: 'exists' };
  if (ADMIN_EMAIL === undefined || password === undefined) {
    return { kind: 'set-up-link', path: await newSetupPath(services) };
  }
  const broken = violatedPasswordRules(password);
  if (broken.length > 0) throw new DomainError('invalid', `ADMIN_PASSWORD is refused: ${broken.join('. ')}`);
  const email = normalizeEmail(ADMIN_EMAIL);
  const passwordHash = await services.passwords.hash(password);
  const nobodyElse = () => Promise.resolve(); // single process, still starting
  await createAdministrator(services, { email, firstName: 'Admin', lastName: '', passwordHash }, nobodyElse);
  return { kind: 'created', email };
}

/** Creates the first administrator from the set-up page and signs them in. */
export async function setUpFirstAdministrator(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions' | 'knownBrowsers' | 'passwords' | 'ledger'>,
  client: Client,
  { token, firstName, lastName, email, password }: SetupInput,
): Promise<SignedIn> {
  if (!(await isSetupOpen(services, token))) throw setupClosed();
  const passwordHash = await services.passwords.hash(password);
  await createAdministrator(services, { email, firstName, lastName, passwordHash }, async (transaction) => {
    if (!(await consumeSetupLink(transaction, services.clock(), token))) throw setupClosed();
  });
  const user = await findUser(services, { email });
  if (!user) throw setupClosed();
  return startSession(services, client, { user, kind: 'cookie', method: 'set-up' });
}

/** Whether the set-up link with this secret is still valid. */
export async function isSetupOpen(
  { prisma }: Pick<AccountsDeps, 'prisma'>,
  secret: string,
): Promise<boolean> {
  const row = await prisma.setupToken.findUnique({ where: { id: LINK_ID } });
  return row?.usedAt === null && row.tokenHash === hashSecret(secret) && !(await isAdministered({ prisma }));
}

/** Data of the set-up page: the token for its form, or why there is none. */
export interface SetupPageData {
  token: string;
  refusal: 'done' | 'not-yet' | null;
}

export async function readSetupPage(
  services: Pick<AccountsDeps, 'prisma'>,
  token: string,
): Promise<SetupPageData> {
  if (await isSetupOpen(services, token)) return { token, refusal: null };
  return { token: '', refusal: (await hasAdministrator(services)) ? 'done' : 'not-yet' };
}

/** Issues a new link at every start, because others may have read the console since the last one. */
async function newSetupPath({ prisma, clock }: Pick<AccountsDeps, 'clock' | 'prisma'>): Promise<string> {
  const secret = newSecret();
  const data = { tokenHash: hashSecret(secret), createdAt: new Date(clock()), usedAt: null };
  await prisma.setupToken.upsert({ where: { id: LINK_ID }, create: { id: LINK_ID, ...data }, update: data });
  return `/setup?token=${secret}`;
}

/** Returns true only for the first caller. */
async function consumeSetupLink(prisma: Transaction, nowMs: number, secret: string): Promise<boolean> {
  const { count } = await prisma.setupToken.updateMany({
    where: { id: LINK_ID, tokenHash: hashSecret(secret), usedAt: null },
    data: { usedAt: new Date(nowMs) },
  });
  return count === 1 && !(await isAdministered({ prisma }));
}

interface NewAdministrator {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
}

/**
 * Creates the first administrator, or takes over an account registered with the address and replaces its password,
 * because access to the console is sufficient authority. `claim` runs in the same transaction and throws if another
 * request was first.
 */
async function createAdministrator(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions' | 'ledger'>,
  { email, ...fields }: NewAdministrator,
  claim: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { prisma, sessions, clock } = services;
  const known = await prisma.user.findUnique({ where: { email }, select: { id: true } });
  const id = known?.id ?? randomUUID();
  const now = new Date(clock());
  const data = { ...fields, passwordChangedAt: now, emailConfirmedAt: now, suspendedAt: null };
  await prisma.$transaction(async (transaction) => {
    await claim(transaction);
    await confirmAddress({ prisma: transaction, clock }, id);
    await transaction.user.upsert({
      where: { id },
      create: { id, email, ...data, createdAt: now },
      update: data,
    });
    await transaction.userRole.deleteMany({ where: { userId: id, role: { in: ROLES } } });
    await transaction.userRole.createMany({ data: ROLES.map((role) => ({ userId: id, role })) });
    await transaction.auditEvent.create({
      data: {
        at: now,
        actorId: id,
        action: AUDIT_ACTION,
        subject: id,
        detail: 'made by the person who starts this server',
      },
    });
  });
  await sessions.endAll(id);
  await finishStartingCredit(services);
}

/** The ledger uses its own transaction; after a crash in between, the next start completes it. */
async function finishStartingCredit({
  prisma,
  ledger,
}: Pick<AccountsDeps, 'prisma' | 'ledger'>): Promise<void> {
  const appointed = await prisma.auditEvent.findFirst({
    where: { action: AUDIT_ACTION },
    orderBy: { at: 'asc' },
  });
  if (!appointed) return;
  await ledger.credit({
    userId: appointed.subject,
    amountMicroUsd: STARTING_CREDIT_MICRO_USD,
    source: 'grant',
    key: `setup:${appointed.subject}`,
    note: 'Starting credit',
  });
}

async function isAdministered({ prisma }: { prisma: Pick<Transaction, 'userRole'> }): Promise<boolean> {
  return (await prisma.userRole.count({ where: { role: 'admin', user: { deletedAt: null } } })) > 0;
}

/**
 * Whether this is the only active administrator. Checked in the transaction that removes one, so that of two concurrent
 * removals the second is refused.
 */
export async function isLastAdministrator(
  { prisma }: { prisma: Pick<Transaction, 'userRole'> },
  userId: string,
): Promise<boolean> {
  const admins = await prisma.userRole.findMany({
    where: { role: 'admin', user: { deletedAt: null, suspendedAt: null } },
    select: { userId: true },
    take: 2,
  });
  return admins.length === 1 && admins[0]?.userId === userId;
}

/** Databases known to have an administrator; the last one can't be removed. */
const administered = new WeakSet<AccountsDeps['prisma']>();

/** Whether set-up is done. Cached once true. */
export async function hasAdministrator({ prisma }: Pick<AccountsDeps, 'prisma'>): Promise<boolean> {
  if (administered.has(prisma)) return true;
  if (!(await isAdministered({ prisma }))) return false;
  administered.add(prisma);
  return true;
}

const setupClosed = (): DomainError =>
  new DomainError('forbidden', INVALID_SETUP_LINK, { code: 'setup_closed' });
