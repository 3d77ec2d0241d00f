import { randomUUID } from 'node:crypto';
import type { Accounts } from './deps.server';

/** $5.00, so that the whole way of a paid call can be tried at once. */
const STARTING_CREDIT_MICRO_USD = 5_000_000n;
const ROLES = ['admin', 'paiduser'];
const AUDIT_ACTION = 'account.first-administrator';

type Transaction = Parameters<Parameters<Accounts['prisma']['$transaction']>[0]>[0];

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
export async function appointAdministrator(
  deps: Accounts,
  { email, ...fields }: Appointment,
  claim: (prisma: Transaction) => Promise<void>,
): Promise<void> {
  const known = await deps.prisma.user.findUnique({ where: { email }, select: { id: true } });
  const id = known?.id ?? randomUUID();
  const now = new Date(deps.clock());
  const data = { ...fields, passwordChangedAt: now, emailConfirmedAt: now, suspendedAt: null };
  await deps.prisma.$transaction(async (prisma) => {
    await claim(prisma);
    await prisma.user.upsert({ where: { id }, create: { id, email, ...data, createdAt: now }, update: data });
    await prisma.userRole.deleteMany({ where: { userId: id, role: { in: ROLES } } });
    await prisma.userRole.createMany({ data: ROLES.map((role) => ({ userId: id, role })) });
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
export async function finishStartingCredit({
  prisma,
  ledger,
}: Pick<Accounts, 'prisma' | 'ledger'>): Promise<void> {
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

export async function hasAdministrator({
  prisma,
}: {
  prisma: Pick<Transaction, 'userRole'>;
}): Promise<boolean> {
  return (await prisma.userRole.count({ where: { role: 'admin', user: { deletedAt: null } } })) > 0;
}
