import { TAKES_ALL, TAKES_NOTHING, type Vendor } from './vendor.js';

/**
 * OpenAI. Reasoning models refuse temperature and top_p, and only they take an effort; the Responses API has no seed.
 * Looked up 2026-11-22: developers.openai.com/api/reference (Responses, create), developers.openai.com/api/docs/guides/reasoning.
 */
const CLASSIC = { ...TAKES_NOTHING, sampling: true, schema: true, webSearch: true };
const REASONING = { ...TAKES_NOTHING, effort: true, schema: true, webSearch: true };

export const OPENAI: Vendor = {
  publishedBaseUrl: 'https://api.openai.com/v1',
  models: [
    { models: /^gpt-5.*chat/, ...CLASSIC },
    { models: /^(o\d|gpt-[5-9])/, ...REASONING },
    { models: /^(gpt-4o|gpt-4\.1|chatgpt-4o)/, ...CLASSIC },
  ],
  // Newer families refuse sampling: it is sent only where the data says that it is taken.
  unknownModel: REASONING,
  takesIdentifiers: true,
};

/** `max_tokens` is deprecated for OpenAI's models; every other server knows only that. */
export const TAKES_MAX_COMPLETION_TOKENS = /^(gpt-(4o|4\.1|[5-9])|chatgpt-|o\d)/;

/** The least that the Responses API accepts as `max_output_tokens`. */
export const LEAST_OUTPUT_TOKENS = 16;

/**
 * Any server that speaks chat completions: Ollama, vLLM, llama.cpp, a gateway. OpenAI's own models are known there, too;
 * others take whatever they know.
 */
export const COMPATIBLE: Vendor = {
  publishedBaseUrl: undefined,
  models: OPENAI.models.map((rule) => ({ ...rule, seed: true, webSearch: false })),
  unknownModel: { ...TAKES_ALL, webSearch: false },
  hasThinkingTags: true,
  takesIdentifiers: true,
};
