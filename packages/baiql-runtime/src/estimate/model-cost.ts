import type { ModelFacts } from '../host.js';

/** What so many tokens cost at the usual rates, in micro-dollars, rounded up once; null where they are not known. */
export function costOfTokens(
  { price }: ModelFacts,
  inputTokens: number,
  outputTokens: number,
): number | null {
  if (price === null) return null;
  return Math.ceil(
    (inputTokens * price.inputMicroUsdPer1k + outputTokens * price.outputMicroUsdPer1k) / 1_000,
  );
}

/** What requests may come to, each as long as the average one and with as long a reply as there may be. */
export function mostCostOf(
  model: ModelFacts,
  { requests, inputTokens }: { requests: number; inputTokens: number },
): number | null {
  const { price, maxOutputTokens } = model;
  const each = requests === 0 ? 0 : inputTokens / requests;
  const most = price?.most?.findLast(({ aboveInputTokens }) => each > aboveInputTokens);
  if (most === undefined) return costOfTokens(model, inputTokens, requests * maxOutputTokens);
  const tokens =
    inputTokens * most.inputMicroUsdPer1k + requests * maxOutputTokens * most.outputMicroUsdPer1k;
  return Math.ceil(tokens / 1_000 + requests * most.requestMicroUsd);
}
