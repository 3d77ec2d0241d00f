import { TAKES_NOTHING, type Vendor } from './vendor.js';

/**
 * Perplexity's Agent API, in the shape of OpenAI's Responses; chat completions ended on 2026-09-27. It takes temperature
 * and top_p, and says that some families of models behind it ignore them. Looked up 2026-11-22:
 * docs.perplexity.ai/docs/agent-api/migrate-from-sonar/how-to, docs.perplexity.ai/docs/getting-started/pricing, and for
 * sampling two clients written after docs.perplexity.ai/api-reference/agent-post of September 2026.
 */
export const PERPLEXITY: Vendor = {
  publishedBaseUrl: 'https://api.perplexity.ai/v1',
  models: [],
  hasClosedSchemas: true,
  unknownModel: { ...TAKES_NOTHING, sampling: true, effort: true, schema: true, webSearch: true },
  hasThinkingTags: true,
};

/**
 * What stands for Sonar's names, which people know and prices are kept under: a model, or a preset that brings its own.
 * As mapped in danielmiessler/Fabric v1.4.528 (looked up 2026-11-22).
 */
const AGENTS: Readonly<Record<string, { model: string } | { preset: string }>> = {
  sonar: { model: 'perplexity/sonar' },
  'sonar-pro': { preset: 'fast' },
};

export const agentOf = (model: string): { model: string } | { preset: string } => AGENTS[model] ?? { model };
