import { DAY_MS } from '~/core/shared/clock';
import { costByRule, readRule, REVENUE_ACCOUNT, type PriceRule } from '~/features/ledger/index.server';
import { priceInForce } from '~/features/completions/index.server';
import type { BillingDeps } from './deps.server';
import { providerKeyOf, ruleWithBase } from './prices.server';
import type { PriceForm, PricePreview } from './price-schema';

const PREVIEW_DAYS = 30;
/** Number of recent completions that are scanned, across all users, so that a preview doesn't slow down the server. */
const MAX_CALLS = 20_000;

/**
 * Compares the cost of the last 30 days of a model at its current price and at the one in the form. Entries don't
 * record cached tokens or searches, so both sides leave them out.
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
    take: MAX_CALLS,
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
    isCut: calls.length === MAX_CALLS,
  };
}
