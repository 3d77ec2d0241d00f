import { NO_CAPABILITIES, type Vendor } from './vendor.js';

/**
 * Perplexity's Agent API, which has the shape of OpenAI's Responses API; its chat completions ended on 2026-09-27. It
 * takes temperature and top_p, which some model families behind it ignore. Checked 2026-11-22:
 * docs.perplexity.ai/docs/agent-api/migrate-from-sonar/how-to, docs.perplexity.ai/docs/getting-started/pricing, and for
 * sampling two clients written after docs.perplexity.ai/api-reference/agent-post of September 2026.
 */
export const PERPLEXITY: Vendor = {
  publishedBaseUrl: 'https://api.perplexity.ai/v1',
  models: [],
  hasClosedSchemas: true,
  unknownModel: { ...NO_CAPABILITIES, sampling: true, effort: true, schema: true, webSearch: true },
  hasThinkingTags: true,
};

/**
 * Successors of the Sonar names, under which prices are kept: a model, or a preset with its own model. As mapped in
 * danielmiessler/Fabric v1.4.528 (checked 2026-11-22).
 */
const AGENTS: Readonly<Record<string, { model: string } | { preset: string }>> = {
  sonar: { model: 'perplexity/sonar' },
  'sonar-pro': { preset: 'fast' },
};

export const agentOf = (model: string): { model: string } | { preset: string } => AGENTS[model] ?? { model };
