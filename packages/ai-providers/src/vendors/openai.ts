import { ALL_CAPABILITIES, NO_CAPABILITIES, type Vendor } from './vendor.js';

/**
 * OpenAI. Reasoning models reject temperature and top_p, and only they take an effort; the Responses API has no seed.
 * Checked 2026-11-22: developers.openai.com/api/reference (Responses, create),
 * developers.openai.com/api/docs/guides/reasoning.
 */
const CLASSIC = { ...NO_CAPABILITIES, sampling: true, schema: true, tools: true, webSearch: true };
const REASONING = { ...NO_CAPABILITIES, effort: true, schema: true, tools: true, webSearch: true };

export const OPENAI: Vendor = {
  publishedBaseUrl: 'https://api.openai.com/v1',
  models: [
    { models: /^gpt-5.*chat/, ...CLASSIC, tools: false },
    { models: /^(o\d|gpt-[5-9])/, ...REASONING },
    { models: /^(gpt-4o|gpt-4\.1|chatgpt-4o)/, ...CLASSIC },
  ],
  // Newer families reject sampling parameters, so they are sent only if the data allows them.
  unknownModel: REASONING,
  takesIdentifiers: true,
};

/** `max_tokens` is deprecated for OpenAI's models; other servers support only that. */
export const TAKES_MAX_COMPLETION_TOKENS = /^(gpt-(4o|4\.1|[5-9])|chatgpt-|o\d)/;

/** Minimum of `max_output_tokens` in the Responses API. */
export const MIN_OUTPUT_TOKENS = 16;

/**
 * Any Chat Completions server: Ollama, vLLM, llama.cpp, a gateway. OpenAI's own models have known capabilities; others
 * are assumed to take everything.
 */
export const COMPATIBLE: Vendor = {
  publishedBaseUrl: undefined,
  // Only models without reasoning take texts to stop at.
  models: OPENAI.models.map((rule) => ({ ...rule, seed: true, stop: rule.sampling, webSearch: false })),
  unknownModel: { ...ALL_CAPABILITIES, webSearch: false },
  hasThinkingTags: true,
  takesIdentifiers: true,
};
