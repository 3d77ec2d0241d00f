/**
 * About four letters per token in Latin scripts and one character per token elsewhere, plus a few for the message
 * format.
 */
const LETTERS_PER_TOKEN = 4;
const FRAME_TOKENS = 8;

/** A fast estimate while typing and streaming. The server counts what is charged. */
export function estimateTokens(text: string): number {
  if (!/\S/u.test(text)) return 0;
  let latin = 0;
  let other = 0;
  // By code unit: a text of a megabyte is counted after each delta.
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x024f) latin += 1;
    else if (unit < 0xdc00 || unit > 0xdfff) other += 1;
  }
  return Math.ceil(latin / LETTERS_PER_TOKEN) + other + FRAME_TOKENS;
}

/** Dollars per 1,000 tokens, as decimal strings. */
interface Rates {
  inputPricePer1K: string;
  outputPricePer1K: string;
}

interface Price extends Rates {
  /** Rates of a whole request with more input tokens than this, in ascending order. */
  steps?: readonly (Rates & { aboveInputTokens: number })[];
}

/** A reply of a few paragraphs. */
const TYPICAL_REPLY_TOKENS = 500;

/** Costs of a request besides its own tokens, in cents: fees and search results added by the vendor. */
export interface Fees {
  typicalFeeCents: number;
  mostFeeCents: number;
}

/** Typical cost of a request, and the maximum with the longest reply, in cents. */
export function requestCents(
  price: Price & Partial<Fees>,
  inputTokens: number,
  maxOutputTokens: number,
): { typical: number; atMost: number } {
  const { typicalFeeCents = 0, mostFeeCents = 0 } = price;
  const usualTokens = Math.min(TYPICAL_REPLY_TOKENS, maxOutputTokens);
  return {
    typical: estimateCents(price, inputTokens, usualTokens) + typicalFeeCents,
    atMost: estimateCents(price, inputTokens, maxOutputTokens) + mostFeeCents,
  };
}

/** Whether the balance can't cover a request to a free model, even with the free plan's maximum reply. */
export const isLeftTooSmall = (
  price: Price & Partial<Fees>,
  inputTokens: number,
  { ownMicroUsd, maxOutputTokens }: { ownMicroUsd: number; maxOutputTokens: number },
): boolean => requestCents(price, inputTokens, maxOutputTokens).atMost > ownMicroUsd / 10_000;

/** Cost in cents of input and output tokens. */
export function estimateCents(price: Price, inputTokens: number, outputTokens: number): number {
  const passed = price.steps?.filter(({ aboveInputTokens }) => inputTokens > aboveInputTokens) ?? [];
  const rates = passed.at(-1) ?? price;
  const inputUsd = (inputTokens * Number(rates.inputPricePer1K)) / 1000;
  const outputUsd = (outputTokens * Number(rates.outputPricePer1K)) / 1000;
  return (inputUsd + outputUsd) * 100;
}
