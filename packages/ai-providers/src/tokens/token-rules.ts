import { byArea, byGoogleTiles, byPatches, byTiles, type PictureTokens } from './picture-tokens.js';

/** A vendor's token count relative to our tokenizer (o200k_base). */
interface TextRule {
  /** Vendor tokens per token of ours. */
  factor: number;
  /** Added per non-ASCII character, for vendors with smaller vocabularies. */
  extraPerNonAsciiChar: number;
}

/**
 * Token rules per model family. Only OpenAI publishes its tokenizers; others have two figures: an upper bound for
 * holds, and an estimate that is charged if a request was stopped or broke off without reported usage.
 */
interface TokenRule {
  models: RegExp;
  most: TextRule;
  likely: TextRule;
  perMessage: number;
  perRequest: number;
  /** Maximum tokens of an image of any size. */
  perImage: number;
  imageTokens: PictureTokens;
}

const CHAT_FRAME = { perMessage: 4, perRequest: 3 };

const EXACT: TextRule = { factor: 1, extraPerNonAsciiChar: 0 };
const OPENAI = { most: EXACT, likely: EXACT, ...CHAT_FRAME };

/**
 * First match wins. Images: OpenAI bills a base and up to 8 tiles of 512 px, or up to 1,536 patches times a factor;
 * Anthropic width × height / 750 of the resized image, larger from Opus 4.7 on; Google 258 for each of up to 12 tiles
 * (aspect up to 1:4); Perplexity width × height / 750 without resizing, assumed 12 megapixels. Text estimates, checked
 * 2026-11-24: Claude a fifth more tokens than GPT-4o, as measured by Lavanya Gupta (VentureBeat, 2025-05) and
 * devutilhub.dev/blog/token-counters-compared-gpt-claude-gemini; Google and Perplexity about the same as o200k for
 * English.
 */
const TOKEN_RULES: readonly TokenRule[] = [
  { models: /^demo/, ...OPENAI, perImage: 85 + 8 * 170, imageTokens: byTiles(85, 170) },
  { models: /^gpt-4o-mini/, ...OPENAI, perImage: 2_833 + 8 * 5_667, imageTokens: byTiles(2_833, 5_667) },
  {
    models: /^(gpt-4o|gpt-4\.1$|gpt-4\.1-20|gpt-4-|chatgpt-4o)/,
    ...OPENAI,
    perImage: 85 + 8 * 170,
    imageTokens: byTiles(85, 170),
  },
  { models: /^(o1|o3)(-|$)/, ...OPENAI, perImage: 75 + 8 * 150, imageTokens: byTiles(75, 150) },
  { models: /^gpt-5(-chat|-20|$)/, ...OPENAI, perImage: 3_779, imageTokens: byTiles(70, 140) },
  { models: /^gpt-.*nano/, ...OPENAI, perImage: 3_779, imageTokens: byPatches(2.46) },
  { models: /^(gpt-|chatgpt-|o\d)/, ...OPENAI, perImage: 3_779, imageTokens: byPatches(1.72) },
  {
    // Opus 4.7 has a tokenizer with up to 1.35 times as many tokens as its predecessor.
    models: /^claude-(opus|sonnet|haiku|fable|mythos)-(4-[789]|4-\d\d\b|[5-9])/,
    most: { factor: 1.8, extraPerNonAsciiChar: 0.8 },
    likely: { factor: 1.45, extraPerNonAsciiChar: 0.4 },
    ...CHAT_FRAME,
    perImage: 4_784,
    imageTokens: byArea(4_784),
  },
  {
    models: /^claude/,
    most: { factor: 1.35, extraPerNonAsciiChar: 0.6 },
    likely: { factor: 1.2, extraPerNonAsciiChar: 0.3 },
    ...CHAT_FRAME,
    perImage: 1_600,
    imageTokens: byArea(1_600),
  },
  {
    models: /gemini/,
    most: { factor: 1.15, extraPerNonAsciiChar: 0.2 },
    likely: EXACT,
    ...CHAT_FRAME,
    perImage: 12 * 258,
    imageTokens: byGoogleTiles,
  },
  {
    // Llama 3's vocabulary: OpenAI's older 100,000 tokens plus 28,000 for other languages.
    models: /^sonar/,
    most: { factor: 1.3, extraPerNonAsciiChar: 0.8 },
    likely: { factor: 1.05, extraPerNonAsciiChar: 0.3 },
    ...CHAT_FRAME,
    perImage: 16_000,
    imageTokens: byArea(16_000),
  },
];

/** Unknown models: often vocabularies of 32,000, hence the wide margin. */
const UNKNOWN_MODEL_RULE: Omit<TokenRule, 'models'> = {
  most: { factor: 1.4, extraPerNonAsciiChar: 1 },
  likely: { factor: 1.1, extraPerNonAsciiChar: 0.4 },
  perMessage: 8,
  perRequest: 8,
  perImage: 16_384,
  imageTokens: byArea(16_384),
};

export function tokenRuleFor(model: string): Omit<TokenRule, 'models'> {
  return TOKEN_RULES.find((rule) => rule.models.test(model)) ?? UNKNOWN_MODEL_RULE;
}
