import { calcPrice, findProvider, type ModelPrice } from '@pydantic/genai-prices';
import type { PriceRule, TokenRates } from '~/features/ledger/index.server';
import { isListedAs } from './listed-names';

/** Our vendors under the names of the public list, which comes with the program and is not fetched. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  perplexity: 'perplexity',
};

/** Of which release the public list is, for those who read what it says. */
export const PUBLIC_LIST = 'Public list: @pydantic/genai-prices 0.1.8';

/** Where the public list does not say what is called here. Looked up in its data 0.1.8 on 2026-11-22. */
const CAUTIONS: Readonly<Record<string, string>> = {
  perplexity:
    'The public list still has the prices of Sonar chat completions, which Perplexity ended on September 27, 2026. This server calls its Agent API.',
};

export const cautionFor = (provider: string): string | null =>
  Object.hasOwn(CAUTIONS, provider) ? (CAUTIONS[provider] ?? null) : null;

/** Dollars for a million tokens, or for 1,000 of what is counted by the piece. */
const KEYS = {
  input: 'input_mtok',
  output: 'output_mtok',
  cacheRead: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
} as const satisfies Record<keyof TokenRates, string>;

/**
 * What the public list says that a model costs; undefined where it does not know it. The list also has prices for names
 * that only begin like one of its own: those of another model, most often, so they do not count.
 */
export function publicRule(provider: string, model: string, nowMs: number): PriceRule | undefined {
  const providerId = publicName(provider);
  return providerId === undefined ? undefined : publicPrice(providerId, model, nowMs)?.rule;
}

/** The same, and the context, of a provider under the public list's own name for it. */
export function publicPrice(
  providerId: string,
  model: string,
  nowMs: number,
): { rule: PriceRule; contextTokens: number | undefined } | undefined {
  if (!isListedAs(model, publicNames(providerId))) return undefined;
  const found = calcPrice({ input_tokens: 1 }, model, { providerId, timestamp: new Date(nowMs) });
  const rule = found ? ruleOf(found.model_price) : undefined;
  return rule && { rule, contextTokens: found?.model.context_window };
}

function ruleOf(price: ModelPrice): PriceRule | undefined {
  if (price[KEYS.input] === undefined || price[KEYS.output] === undefined) return undefined;
  const starts = [...new Set(Object.values(KEYS).flatMap((key) => tiersOf(price, key)))].sort(
    (a, b) => a - b,
  );
  return {
    rates: ratesAt(price, 0),
    steps: starts.map((start) => ({ aboveInputTokens: start, rates: ratesAt(price, start) })),
    requestFee: feeOf(price, 'requests_kcount'),
    searchFee: feeOf(price, 'web_searches_kcount'),
  };
}

/** By their names: speech, pictures, embeddings and plain completions, some of which have prices by the token as well. */
const NOT_FOR_CHAT =
  /(^|[-:])(ada|audio|babbage|curie|davinci|embedding|image|instruct|live|moderation|realtime|transcribe|tts|whisper)($|[-:.])/;

/** What the public list knows of a model for chat that has this very name, and not only one that begins like it. */
export function publicChatModel(
  provider: string,
  model: string,
): { displayName: string; contextTokens: number | undefined } | undefined {
  const providerId = publicName(provider);
  if (providerId === undefined || NOT_FOR_CHAT.test(model)) return undefined;
  const listed = findProvider({ providerId })?.models.find(({ id }) => id === model);
  return listed && { displayName: listed.name ?? model, contextTokens: listed.context_window };
}

const publicNames = (providerId: string): string[] =>
  findProvider({ providerId })?.models.map(({ id }) => id) ?? [];

/** The vendor as it is called here, by the public list's name for it. */
export const vendorOf = (providerId: string): string | undefined =>
  Object.keys(PUBLIC_NAMES).find((key) => PUBLIC_NAMES[key] === providerId);

const publicName = (provider: string): string | undefined =>
  Object.hasOwn(PUBLIC_NAMES, provider) ? PUBLIC_NAMES[provider] : undefined;

function tiersOf(price: ModelPrice, key: string): number[] {
  const value = price[key];
  return typeof value === 'object' ? value.tiers.map(({ start }) => roundStart(start)) : [];
}

/** Vendors say “more than 272K”; the list has some of those starts a token lower (gpt-6-astra in 0.1.8). */
const roundStart = (start: number): number => (start % 1_000 === 999 ? start + 1 : start);

/** The rates of a call whose input passes this many tokens. */
function ratesAt(price: ModelPrice, inputTokens: number): TokenRates {
  const at = (key: string): bigint | undefined => {
    const value = price[key];
    if (value === undefined) return undefined;
    if (typeof value === 'number') return microUsd(value);
    const tier = value.tiers.filter(({ start }) => roundStart(start) <= inputTokens).at(-1);
    return microUsd(inputTokens === 0 || !tier ? value.base : tier.price);
  };
  const input = at(KEYS.input) ?? 0n;
  return {
    input,
    output: at(KEYS.output) ?? 0n,
    cacheRead: at(KEYS.cacheRead) ?? input,
    cacheWrite: at(KEYS.cacheWrite) ?? input,
  };
}

function feeOf(price: ModelPrice, key: string): bigint {
  const value = price[key];
  return typeof value === 'number' ? microUsd(value / 1_000) : 0n;
}

const microUsd = (dollars: number): bigint => BigInt(Math.round(dollars * 1_000_000));
