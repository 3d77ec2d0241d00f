/**
 * How each family of models counts, against our one tokenizer (o200k_base). Only OpenAI publishes its
 * tokenizers; for the others the figures lean upwards, so that a hold covers what will be billed.
 */
interface TokenRule {
  models: RegExp;
  /** Tokens of the vendor for one of ours. */
  factor: number;
  /** Added for each character outside ASCII, where smaller vocabularies fall behind ours. */
  extraPerNonAsciiChar: number;
  perMessage: number;
  perRequest: number;
  /** The most that one picture of any size can cost. */
  perImage: number;
}

const CHAT_FRAME = { perMessage: 4, perRequest: 3 };

const OPENAI = { factor: 1, extraPerNonAsciiChar: 0, ...CHAT_FRAME };

/**
 * First match wins. Pictures: OpenAI bills a base and up to 8 tiles of 512 px, or up to 1,536 patches
 * times a factor; Anthropic width × height / 750 of the shrunk picture, larger from Opus 4.7 on;
 * Google 258 for each of up to 12 tiles (sides up to 1:4); Perplexity width × height / 750 unshrunk,
 * taken for 12 megapixels.
 */
const TOKEN_RULES: readonly TokenRule[] = [
  { models: /^demo/, ...OPENAI, perImage: 1_445 },
  { models: /^gpt-4o-mini/, ...OPENAI, perImage: 2_833 + 8 * 5_667 },
  { models: /^(gpt-4o|gpt-4\.1$|gpt-4\.1-20|gpt-4-|chatgpt-4o)/, ...OPENAI, perImage: 85 + 8 * 170 },
  { models: /^(o1|o3)(-|$)/, ...OPENAI, perImage: 75 + 8 * 150 },
  { models: /^(gpt-|chatgpt-|o\d)/, ...OPENAI, perImage: 3_779 },
  {
    // Opus 4.7 brought a tokenizer that makes up to 1.35 times as many tokens as the one before.
    models: /^claude-(opus|sonnet|haiku|fable|mythos)-(4-[789]|4-\d\d\b|[5-9])/,
    factor: 1.8,
    extraPerNonAsciiChar: 0.8,
    ...CHAT_FRAME,
    perImage: 4_784,
  },
  { models: /^claude/, factor: 1.35, extraPerNonAsciiChar: 0.6, ...CHAT_FRAME, perImage: 1_600 },
  { models: /gemini/, factor: 1.15, extraPerNonAsciiChar: 0.2, ...CHAT_FRAME, perImage: 12 * 258 },
  // Llama 3's vocabulary: OpenAI's older 100,000 tokens and 28,000 for other languages.
  { models: /^sonar/, factor: 1.3, extraPerNonAsciiChar: 0.8, ...CHAT_FRAME, perImage: 16_000 },
];

/** Models of which nothing is known: often vocabularies of 32,000, hence the wide margin. */
const UNKNOWN_MODEL_RULE: Omit<TokenRule, 'models'> = {
  factor: 1.4,
  extraPerNonAsciiChar: 1,
  perMessage: 8,
  perRequest: 8,
  perImage: 16_384,
};

export function tokenRuleFor(model: string): Omit<TokenRule, 'models'> {
  return TOKEN_RULES.find((rule) => rule.models.test(model)) ?? UNKNOWN_MODEL_RULE;
}
