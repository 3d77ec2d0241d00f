import { randomUUID } from 'node:crypto';
import { DomainError } from '~/core/errors';
import { addressKey } from '~/core/rate-limits.server';
import { hashSecret, newSecret } from '~/core/session.server';
import { ACCOUNT_RULES } from './account-limits.server';
import type { Accounts, Visitor } from './deps.server';
import { findPerson } from './find-person.server';
import { parseInput } from './parse-input.server';
import { brokenPasswordRules } from './password-rules';
import { setupSchema } from './schema';
import { startSession, type SignedIn } from './start-session.server';

/** $5.00, so that the whole way of a paid call can be tried at once. */
const STARTING_CREDIT_MICRO_USD = 5_000_000n;
const ROLES_OF_FIRST_ADMINISTRATOR = ['admin', 'paiduser'] as const;
const AUDIT_ACTION = 'account.first-administrator';
const SETUP_TOKEN_ID = 1;

export const INVALID_SETUP_LINK =
  'This set-up link has been used or replaced. Start the server again to get a new one, or sign in.';

export type FirstAdministrator =
  | { kind: 'exists' }
  | { kind: 'created'; email: string }
  /** Nobody is an administrator yet: print this path behind the site's address. It works once. */
  | { kind: 'set-up-link'; path: string };

/** At start-up: sees to it that somebody can administer this installation. */
export async function ensureFirstAdministrator(
  deps: Accounts,
  settings: { ADMIN_EMAIL?: string | undefined; ADMIN_PASSWORD?: string | undefined },
): Promise<FirstAdministrator> {
  await finishStartingCredit(deps);
  if (await hasAdministrator(deps)) return { kind: 'exists' };
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings;
  if (email === undefined || password === undefined)
    return { kind: 'set-up-link', path: await newSetupPath(deps) };
  const broken = brokenPasswordRules(password);
  if (broken.length > 0) throw new DomainError('invalid', `ADMIN_PASSWORD is refused: ${broken.join('. ')}`);
  const address = email.trim().toLowerCase();
  const passwordHash = await deps.passwords.hash(password);
  await appoint(deps, { email: address, firstName: 'Admin', lastName: '', passwordHash }, () =>
    Promise.resolve(true),
  );
  return { kind: 'created', email: address };
}

/** True while the link of this secret can still be used: the page shows its form, or says what to do instead. */
export async function isSetupOpen({ prisma }: Pick<Accounts, 'prisma'>, secret: string): Promise<boolean> {
  const row = await prisma.setupToken.findUnique({ where: { id: SETUP_TOKEN_ID } });
  return (
    row?.usedAt === null && row.tokenHash === hashSecret(secret) && !(await hasAdministrator({ prisma }))
  );
}

/** The set-up page: makes the first administrator and signs them in. */
export async function setUpFirstAdministrator(
  deps: Accounts,
  input: unknown,
  visitor: Visitor,
): Promise<SignedIn> {
  const { token, firstName, lastName, email, password } = parseInput(setupSchema, input);
  await deps.limits.take(ACCOUNT_RULES.setUp, addressKey(visitor.address));
  if (!(await isSetupOpen(deps, token))) throw closed();
  const passwordHash = await deps.passwords.hash(password);
  await appoint(deps, { email, firstName, lastName, passwordHash }, async (prisma) => {
    const { count } = await prisma.setupToken.updateMany({
      where: { id: SETUP_TOKEN_ID, tokenHash: hashSecret(token), usedAt: null },
      data: { usedAt: new Date(deps.clock()) },
    });
    return count === 1 && !(await hasAdministrator({ prisma }));
  });
  const person = await findPerson(deps, { email });
  if (!person) throw closed();
  return startSession(deps, { person, kind: 'cookie', remember: false, visitor });
}

type Transaction = Parameters<Parameters<Accounts['prisma']['$transaction']>[0]>[0];

interface Appointment {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
}

/** Whoever holds the console appoints: an address that was registered before is taken over, its password replaced. */
async function appoint(
  deps: Accounts,
  { email, ...fields }: Appointment,
  isAllowed: (prisma: Transaction) => Promise<boolean>,
): Promise<void> {
  const known = await deps.prisma.user.findUnique({ where: { email }, select: { id: true } });
  const id = known?.id ?? randomUUID();
  await deps.ledger.openAccount(id);
  const now = new Date(deps.clock());
  await deps.prisma.$transaction(async (prisma) => {
    if (!(await isAllowed(prisma))) throw closed();
    const data = { ...fields, passwordChangedAt: now, emailConfirmedAt: now, suspendedAt: null };
    await prisma.user.upsert({ where: { id }, create: { id, email, ...data, createdAt: now }, update: data });
    for (const role of ROLES_OF_FIRST_ADMINISTRATOR) {
      await prisma.userRole.upsert({
        where: { userId_role: { userId: id, role } },
        create: { userId: id, role },
        update: {},
      });
    }
    await prisma.session.deleteMany({ where: { userId: id } });
    await prisma.auditEvent.create({
      data: {
        at: now,
        actorId: id,
        action: AUDIT_ACTION,
        subject: id,
        detail: 'made by the person who starts this server',
      },
    });
  });
  await deps.sessions.endAll(id);
  await finishStartingCredit(deps);
}

/** The credit follows in the ledger's own transaction; a crash between the two is made good at the next start. */
async function finishStartingCredit({ prisma, ledger }: Pick<Accounts, 'prisma' | 'ledger'>): Promise<void> {
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

async function hasAdministrator({ prisma }: { prisma: Pick<Transaction, 'userRole'> }): Promise<boolean> {
  return (await prisma.userRole.count({ where: { role: 'admin', user: { deletedAt: null } } })) > 0;
}

/** A new link at every start: the console may have been read by others since the last one. */
async function newSetupPath({ prisma, clock }: Pick<Accounts, 'prisma' | 'clock'>): Promise<string> {
  const secret = newSecret();
  const data = { tokenHash: hashSecret(secret), createdAt: new Date(clock()), usedAt: null };
  await prisma.setupToken.upsert({
    where: { id: SETUP_TOKEN_ID },
    create: { id: SETUP_TOKEN_ID, ...data },
    update: data,
  });
  return `/setup?token=${secret}`;
}

const closed = (): DomainError => new DomainError('forbidden', INVALID_SETUP_LINK, { code: 'setup_closed' });
