import { DAY_MS } from '~/core/shared/clock';
import { costByRule, readRule, REVENUE_ACCOUNT, type PriceRule } from '~/features/ledger/index.server';
import { priceInForce } from '~/features/completions/index.server';
import type { BillingDeps } from './deps.server';
import { providerKeyOf, ruleWithBase } from './prices.server';
import type { PriceForm, PricePreview } from './price-schema';

const PREVIEW_DAYS = 30;
/** So many of everybody's newest calls are looked through: a preview must not hold up calls that are being paid. */
const MOST_CALLS = 20_000;

/**
 * What the last 30 days' calls of a model cost at today's price, and would have cost at the one in the form. The books
 * keep tokens, and neither which of them were cached nor searches, so both sides leave those out.
 */
export async function previewPrice(
  services: Pick<BillingDeps, 'clock' | 'prisma'>,
  form: PriceForm,
): Promise<PricePreview> {
  const { prisma, clock } = services;
  const { model } = form;
  const provider = await providerKeyOf(services, form.provider);
  const calls = await prisma.ledgerEntry.findMany({
    where: { accountId: REVENUE_ACCOUNT, occurredAt: { gte: BigInt(clock() - PREVIEW_DAYS * DAY_MS) } },
    orderBy: { occurredAt: 'desc' },
    take: MOST_CALLS,
    select: { provider: true, model: true, inputTokens: true, outputTokens: true },
  });
  const own = calls.filter((call) => call.provider === provider && call.model === model);
  const last = await priceInForce(prisma, { provider, model }, clock());
  const before = last ? readRule(last.rule) : undefined;
  const after = ruleWithBase(before, form);
  const total = (rule: PriceRule): number =>
    Number(
      own.reduce(
        (sum, { inputTokens, outputTokens }) =>
          sum +
          costByRule(rule, {
            inputTokens: inputTokens ?? 0,
            outputTokens: outputTokens ?? 0,
            cacheReadTokens: 0,
            cacheWriteTokens: 0,
            searches: 0,
          }),
        0n,
      ),
    );
  return {
    calls: own.length,
    beforeMicroUsd: before ? total(before) : null,
    afterMicroUsd: total(after),
    isCut: calls.length === MOST_CALLS,
  };
}
