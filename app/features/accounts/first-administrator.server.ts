import { randomUUID } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import { hashSecret, newSecret, type Client } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { startSession, type SignedIn } from './browser-session.server';
import { confirmAddress } from './pending-registrations.server';
import { brokenPasswordRules } from './password-rules';
import type { SetupInput } from './schema';
import { findUser } from './users.server';

/** $5.00, so that the whole way of a paid call can be tried at once. */
const STARTING_CREDIT_MICRO_USD = 5_000_000n;
const ROLES = ['admin', 'paiduser'];
const AUDIT_ACTION = 'account.first-administrator';
/** There is one set-up link at a time. */
const LINK_ID = 1;

const INVALID_SETUP_LINK =
  'This setup link has been used or replaced. Restart the server for a new one, or log in.';

type Transaction = Parameters<Parameters<AccountsDeps['prisma']['$transaction']>[0]>[0];

export type FirstAdministrator =
  | { kind: 'exists' }
  | { kind: 'created'; email: string }
  /** Nobody is an administrator yet: print this path behind the site's address. It works once. */
  | { kind: 'set-up-link'; path: string };

/** At start-up: sees to it that somebody can administer this installation. */
export async function ensureFirstAdministrator(
  services: Pick<AccountsDeps, 'env' | 'clock' | 'prisma' | 'sessions' | 'passwords' | 'ledger'>,
): Promise<FirstAdministrator> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD: password } = services.env;
  await finishStartingCredit(services);
  if (await isAdministered(services)) return { kind: 'exists' };
  if (ADMIN_EMAIL === undefined || password === undefined) {
    return { kind: 'set-up-link', path: await newSetupPath(services) };
  }
  const broken = brokenPasswordRules(password);
  if (broken.length > 0) throw new DomainError('invalid', `ADMIN_PASSWORD is refused: ${broken.join('. ')}`);
  const email = ADMIN_EMAIL.trim().toLowerCase();
  const passwordHash = await services.passwords.hash(password);
  const nobodyElse = () => Promise.resolve(); // there is one process, and it is starting
  await appoint(services, { email, firstName: 'Admin', lastName: '', passwordHash }, nobodyElse);
  return { kind: 'created', email };
}

/** The set-up page: makes the first administrator and signs them in. */
export async function setUpFirstAdministrator(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions' | 'knownBrowsers' | 'passwords' | 'ledger'>,
  client: Client,
  { token, firstName, lastName, email, password }: SetupInput,
): Promise<SignedIn> {
  if (!(await isSetupOpen(services, token))) throw closed();
  const passwordHash = await services.passwords.hash(password);
  await appoint(services, { email, firstName, lastName, passwordHash }, async (transaction) => {
    if (!(await consumeSetupLink(transaction, services.clock(), token))) throw closed();
  });
  const user = await findUser(services, { email });
  if (!user) throw closed();
  return startSession(services, client, { user, kind: 'cookie' });
}

/** True while the link of this secret can still be used: the page shows its form, or says what to do instead. */
export async function isSetupOpen(
  { prisma }: Pick<AccountsDeps, 'prisma'>,
  secret: string,
): Promise<boolean> {
  const row = await prisma.setupToken.findUnique({ where: { id: LINK_ID } });
  return row?.usedAt === null && row.tokenHash === hashSecret(secret) && !(await isAdministered({ prisma }));
}

/** What the set-up page shows: its form, for whoever has the link, or whether set-up is done. */
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

/** A new link at every start: the console may have been read by others since the last one. */
async function newSetupPath({ prisma, clock }: Pick<AccountsDeps, 'clock' | 'prisma'>): Promise<string> {
  const secret = newSecret();
  const data = { tokenHash: hashSecret(secret), createdAt: new Date(clock()), usedAt: null };
  await prisma.setupToken.upsert({ where: { id: LINK_ID }, create: { id: LINK_ID, ...data }, update: data });
  return `/setup?token=${secret}`;
}

/** True for exactly one caller. */
async function consumeSetupLink(prisma: Transaction, nowMs: number, secret: string): Promise<boolean> {
  const { count } = await prisma.setupToken.updateMany({
    where: { id: LINK_ID, tokenHash: hashSecret(secret), usedAt: null },
    data: { usedAt: new Date(nowMs) },
  });
  return count === 1 && !(await isAdministered({ prisma }));
}

interface Appointment {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
}

/**
 * Makes the first administrator. Whoever holds the console appoints: an address that was registered before is taken
 * over, its password replaced. `claim` runs in the same transaction, and throws when somebody else came first.
 */
async function appoint(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions' | 'ledger'>,
  { email, ...fields }: Appointment,
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

/** The credit follows in the ledger's own transaction; a crash between the two is made good at the next start. */
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
 * Nobody could run the site without this one. Asked in the transaction that would end it, so that of two who leave at the
 * same moment the second is refused.
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

/** Databases that have been seen with an administrator. The last one can neither leave nor be taken the role. */
const administered = new WeakSet<AccountsDeps['prisma']>();

/** Whether set-up is done. Costs nothing once it is. */
export async function hasAdministrator({ prisma }: Pick<AccountsDeps, 'prisma'>): Promise<boolean> {
  if (administered.has(prisma)) return true;
  if (!(await isAdministered({ prisma }))) return false;
  administered.add(prisma);
  return true;
}

const closed = (): DomainError => new DomainError('forbidden', INVALID_SETUP_LINK, { code: 'setup_closed' });
