import type { UserRef } from '~/core/server/session.server';
import type { z } from '~/core/shared/zod';
import { adjustBalance, grantCredit } from '~/features/billing/index.server';
import type { Services } from '~/services';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import type { adjustFormSchema, grantFormSchema } from './schema';

/** What a form of the billing page is told; the page makes a new key of it (balance-forms.tsx). */
interface Moved {
  message: string;
  key: string;
}

export async function grantOnPage(
  services: Services,
  actor: UserRef,
  { amount, ...input }: z.output<typeof grantFormSchema>,
): Promise<Moved> {
  await grantCredit(services, actor, { ...input, amountCents: amount });
  return { message: `${dollars(amount)} granted.`, key: input.key };
}

export async function adjustOnPage(
  services: Services,
  actor: UserRef,
  { amount, ...input }: z.output<typeof adjustFormSchema>,
): Promise<Moved> {
  await adjustBalance(services, actor, { ...input, amountCents: amount });
  return { message: `${dollars(amount)} ${amount < 0 ? 'debited' : 'credited'}.`, key: input.key };
}

const dollars = (cents: number): string => formatBalance(microUsdFromCents(Math.abs(cents)));
