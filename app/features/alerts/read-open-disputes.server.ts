import type { AlertsDeps } from './deps.server';

interface OpenDispute {
  paymentIntentId: string;
  disputeId: string;
  cents: number;
  /** Email address of the user who paid. */
  email: string;
}

/** Disputes opened within this time and still open, derived from the mails sent to the payers. */
export async function readOpenDisputes(
  { prisma, clock }: Pick<AlertsDeps, 'prisma' | 'clock'>,
  withinMs: number,
): Promise<OpenDispute[]> {
  const rows = await prisma.mail.findMany({
    where: { kind: 'dispute', dueAt: { gt: BigInt(clock() - withinMs) } },
    select: { about: true, user: { select: { email: true } } },
  });
  const open = new Map<string, OpenDispute>();
  const closed = new Set<string>();
  for (const { about, user } of rows) {
    const [paymentIntentId = '', disputeId = '', state, cents] = about.split(':');
    if (state === 'opened')
      open.set(disputeId, { paymentIntentId, disputeId, cents: Number(cents), email: user.email });
    else closed.add(disputeId);
  }
  return [...open.values()].filter(({ disputeId }) => !closed.has(disputeId));
}
