import { TAKES_NOTHING, type Vendor } from './vendor.js';

/**
 * Google, by its OpenAI-compatible endpoint, which takes `reasoning_effort` and JSON schemas and knows neither a seed
 * nor a search. Looked up 2026-11-22: ai.google.dev/gemini-api/docs/openai.
 */
export const GEMINI: Vendor = {
  publishedBaseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  models: [],
  hasClosedSchemas: true,
  unknownModel: { ...TAKES_NOTHING, sampling: true, effort: true, schema: true },
};

/** Prefix that the model list has and calls do not need. */
export const GEMINI_MODEL_PREFIX = 'models/';
