import { calcPrice, findProvider, type ModelPrice } from '@pydantic/genai-prices';
import type { PriceRule, TokenRates } from '~/features/ledger/index.server';
import { isListedAs } from './listed-names';

/** Our provider keys, with their ids in the public list. The list is bundled, not fetched. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  perplexity: 'perplexity',
};

/** Source and release, shown to administrators. */
export const PUBLIC_LIST = 'Public list: @pydantic/genai-prices 0.1.8';

/** Providers for which the public list doesn't match the API used here. Checked with release 0.1.8 on 2026-11-22. */
const CAUTIONS: Readonly<Record<string, string>> = {
  perplexity:
    'The public list still has the prices of Sonar chat completions, which Perplexity ended on September 27, 2026. This server calls its Agent API.',
};

export const cautionFor = (provider: string): string | null =>
  Object.hasOwn(CAUTIONS, provider) ? (CAUTIONS[provider] ?? null) : null;

/** USD per million tokens, or per 1,000 of units that are counted. */
const KEYS = {
  input: 'input_mtok',
  output: 'output_mtok',
  cacheRead: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
} as const satisfies Record<keyof TokenRates, string>;

/**
 * A model's price in the public list; undefined if unknown. Requires the exact name: the list also matches names by
 * prefix, which usually belong to other models.
 */
export function publicRule(provider: string, model: string, nowMs: number): PriceRule | undefined {
  const providerId = publicName(provider);
  return providerId === undefined ? undefined : publicPrice(providerId, model, nowMs)?.rule;
}

/** Price and context size by the public list's provider id. */
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

/** Excludes speech, image, embedding and legacy completion models by name; some of them have token prices too. */
const NOT_FOR_CHAT =
  /(^|[-:])(ada|audio|babbage|curie|davinci|embedding|image|instruct|live|moderation|realtime|transcribe|tts|whisper)($|[-:.])/;

/** Details of a chat model in the public list, by its exact name. */
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

/** Our provider key for an id of the public list. */
export const vendorOf = (providerId: string): string | undefined =>
  Object.keys(PUBLIC_NAMES).find((key) => PUBLIC_NAMES[key] === providerId);

const publicName = (provider: string): string | undefined =>
  Object.hasOwn(PUBLIC_NAMES, provider) ? PUBLIC_NAMES[provider] : undefined;

function tiersOf(price: ModelPrice, key: string): number[] {
  const value = price[key];
  return typeof value === 'object' ? value.tiers.map(({ start }) => roundStart(start)) : [];
}

/** Vendors say “more than 272K”, but the list starts some tiers a token lower (gpt-6-astra in 0.1.8). */
const roundStart = (start: number): number => (start % 1_000 === 999 ? start + 1 : start);

/** The rates that apply above this many input tokens. */
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
