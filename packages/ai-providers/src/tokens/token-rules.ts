import { byArea, byGoogleTiles, byPatches, byTiles, type PictureTokens } from './picture-tokens.js';

/** How a vendor counts text, against our one tokenizer (o200k_base). */
interface TextRule {
  /** Tokens of the vendor for one of ours. */
  factor: number;
  /** Added for each character outside ASCII, where smaller vocabularies fall behind ours. */
  extraPerNonAsciiChar: number;
}

/**
 * How each family of models counts. Only OpenAI publishes its tokenizers. For the others there are two figures: the most
 * that is billed, which leans upwards, so that a hold covers it; and what is likely, which is charged where a call was
 * stopped or broke off and its vendor could not say.
 */
interface TokenRule {
  models: RegExp;
  most: TextRule;
  likely: TextRule;
  perMessage: number;
  perRequest: number;
  /** The most that one picture of any size can cost. */
  perImage: number;
  imageTokens: PictureTokens;
}

const CHAT_FRAME = { perMessage: 4, perRequest: 3 };

const EXACT: TextRule = { factor: 1, extraPerNonAsciiChar: 0 };
const OPENAI = { most: EXACT, likely: EXACT, ...CHAT_FRAME };

/**
 * First match wins. Pictures: OpenAI bills a base and up to 8 tiles of 512 px, or up to 1,536 patches
 * times a factor; Anthropic width × height / 750 of the shrunk picture, larger from Opus 4.7 on;
 * Google 258 for each of up to 12 tiles (sides up to 1:4); Perplexity width × height / 750 unshrunk,
 * taken for 12 megapixels.
 * What is likely of texts, looked up 2026-11-24: for Claude a fifth more tokens than GPT-4o, as the comparisons of
 * Lavanya Gupta (VentureBeat, 2025-05) and devutilhub.dev/blog/token-counters-compared-gpt-claude-gemini measured;
 * Google and Perplexity count English much as o200k does.
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
    // Opus 4.7 brought a tokenizer that makes up to 1.35 times as many tokens as the one before.
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
    // Llama 3's vocabulary: OpenAI's older 100,000 tokens and 28,000 for other languages.
    models: /^sonar/,
    most: { factor: 1.3, extraPerNonAsciiChar: 0.8 },
    likely: { factor: 1.05, extraPerNonAsciiChar: 0.3 },
    ...CHAT_FRAME,
    perImage: 16_000,
    imageTokens: byArea(16_000),
  },
];

/** Models of which nothing is known: often vocabularies of 32,000, hence the wide margin. */
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
