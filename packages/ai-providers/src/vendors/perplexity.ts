import { TAKES_NOTHING, type Vendor } from './vendor.js';

/**
 * Perplexity's Agent API, in the shape of OpenAI's Responses; chat completions ended on 2026-09-27. Looked up 2026-11-22:
 * docs.perplexity.ai/docs/agent-api/migrate-from-sonar/how-to, docs.perplexity.ai/docs/getting-started/pricing.
 */
export const PERPLEXITY: Vendor = {
  publishedBaseUrl: 'https://api.perplexity.ai/v1',
  models: [],
  unknownModel: { ...TAKES_NOTHING, effort: true, schema: true, webSearch: true },
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
