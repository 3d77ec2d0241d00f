import type { ModelFacts } from '../host.js';

/** Cost of these tokens at the standard rates, in micro-dollars, rounded up once; null if the rates are unknown. */
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

/** Maximum cost of the requests, each of average length and with the longest possible reply. */
export function maxCostOf(
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
