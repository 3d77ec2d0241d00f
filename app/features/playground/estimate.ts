/** About four letters a token in Latin scripts, about one sign a token elsewhere; the frame of a message adds a few. */
const LETTERS_PER_TOKEN = 4;
const FRAME_TOKENS = 8;

/** Long texts, such as those of files, are counted once, not at each key that is pressed. */
const LONG_CHARACTERS = 2_000;
const MAX_REMEMBERED = 50;
const remembered = new Map<string, number>();

/** A quick guess while typing. What is charged is counted by the server. */
export function estimateTokens(text: string): number {
  if (text.length < LONG_CHARACTERS) return countTokens(text);
  const tokens = remembered.get(text) ?? countTokens(text);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(text, tokens);
  return tokens;
}

function countTokens(text: string): number {
  if (text.trim() === '') return 0;
  let latin = 0;
  let other = 0;
  for (const sign of text) {
    if (sign <= '\u024f') latin += 1;
    else other += 1;
  }
  return Math.ceil(latin / LETTERS_PER_TOKEN) + other + FRAME_TOKENS;
}

/** Dollars for 1,000 tokens, as decimal texts. */
interface Rates {
  inputPricePer1K: string;
  outputPricePer1K: string;
}

interface Price extends Rates {
  /** What a whole request costs that has more input than this, the fewest tokens first. */
  steps?: readonly (Rates & { aboveInputTokens: number })[];
}

/** A reply of some paragraphs. */
const TYPICAL_REPLY_TOKENS = 500;

/** What a request costs besides its own tokens, in cents: fees, and what its vendor looks up for it. */
export interface Fees {
  typicalFeeCents: number;
  mostFeeCents: number;
}

/** What a request usually costs, and what it costs at most with the longest reply, in cents. */
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

/** Whether what is left can't cover a request on a free model even with the longest reply of the free plan. */
export const isLeftTooSmall = (
  price: Price & Partial<Fees>,
  inputTokens: number,
  { ownMicroUsd, maxOutputTokens }: { ownMicroUsd: number; maxOutputTokens: number },
): boolean => requestCents(price, inputTokens, maxOutputTokens).atMost > ownMicroUsd / 10_000;

/** What so many tokens in and out cost, in cents. */
export function estimateCents(price: Price, inputTokens: number, outputTokens: number): number {
  const passed = price.steps?.filter(({ aboveInputTokens }) => inputTokens > aboveInputTokens) ?? [];
  const rates = passed.at(-1) ?? price;
  const inputUsd = (inputTokens * Number(rates.inputPricePer1K)) / 1000;
  const outputUsd = (outputTokens * Number(rates.outputPricePer1K)) / 1000;
  return (inputUsd + outputUsd) * 100;
}
