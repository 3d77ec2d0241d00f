import type { Services } from '~/services';

interface OpenDispute {
  paymentIntentId: string;
  disputeId: string;
  cents: number;
  email: string;
}

/** Disputes opened within this time and not closed since, by the mails that their payers got about them. */
export async function readOpenDisputes(
  { prisma, clock }: Pick<Services, 'prisma' | 'clock'>,
  withinMs: number,
): Promise<OpenDispute[]> {
  const rows = await prisma.mail.findMany({
    where: { kind: 'dispute', dueAt: { gt: BigInt(clock() - withinMs) } },
    select: { about: true, user: { select: { email: true } } },
  });
  const states = rows.map(({ about, user }) => {
    const [paymentIntentId = '', disputeId = '', state = '', cents = '0'] = about.split(':');
    return { paymentIntentId, disputeId, state, cents: Number(cents), email: user.email };
  });
  const closed = new Set(states.filter(({ state }) => state !== 'opened').map(({ disputeId }) => disputeId));
  return states
    .filter(({ state, disputeId }) => state === 'opened' && !closed.has(disputeId))
    .map(({ state: _state, ...dispute }) => dispute);
}
