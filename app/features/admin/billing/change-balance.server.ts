import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { z } from '~/core/shared/zod';
import { adjustBalance, grantCredit } from '~/features/billing/index.server';
import type { AdminDeps } from '../deps.server';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import type { adjustFormSchema, grantFormSchema } from './schema';

type Deps = Pick<AdminDeps, 'prisma' | 'sessions' | 'ledger'>;

/** Result of a balance form; the page then generates a new key (balance-forms.tsx). */
interface BalanceFormResult {
  message: string;
  key: string;
}

export async function grantOnPage(
  services: Deps,
  actor: UserRef,
  { amount, ...input }: z.output<typeof grantFormSchema>,
): Promise<BalanceFormResult> {
  await explainReusedKey(grantCredit(services, actor, { ...input, amountCents: amount }));
  return { message: `${dollars(amount)} granted.`, key: input.key };
}

export async function adjustOnPage(
  services: Deps,
  actor: UserRef,
  { amount, ...input }: z.output<typeof adjustFormSchema>,
): Promise<BalanceFormResult> {
  await explainReusedKey(adjustBalance(services, actor, { ...input, amountCents: amount }));
  return { message: `${dollars(amount)} ${amount < 0 ? 'debited' : 'credited'}.`, key: input.key };
}

/** The form keeps its key until it sees a success, so another amount may be sent with a used key. */
async function explainReusedKey(change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'idempotency_key_reused') throw error;
    throw new DomainError(
      'conflict',
      'An earlier attempt from this form went through. Reload the page and check the ledger.',
      { code: error.code, cause: error },
    );
  });
}

const dollars = (cents: number): string => formatBalance(microUsdFromCents(Math.abs(cents)));
