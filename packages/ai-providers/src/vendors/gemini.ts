import { NO_CAPABILITIES, type Vendor } from './vendor.js';

/**
 * Google, by its OpenAI-compatible endpoint, which supports `reasoning_effort` and JSON schemas, but no seed or search.
 * Checked 2026-11-22: ai.google.dev/gemini-api/docs/openai.
 */
export const GEMINI: Vendor = {
  publishedBaseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  models: [],
  hasClosedSchemas: true,
  unknownModel: { ...NO_CAPABILITIES, sampling: true, effort: true, schema: true, stop: true, tools: true },
};

/** Prefix in the list of models that requests don't need. */
export const GEMINI_MODEL_PREFIX = 'models/';
