import { NO_CAPABILITIES, type Vendor } from './vendor.js';

/**
 * Anthropic. The API version of the SDK (2026-10-21) has no temperature and top_p; effort and adaptive thinking from
 * 4.6 on; structured output from 4.5 on, for objects with `additionalProperties: false`. Checked 2026-11-22:
 * @anthropic-ai/sdk 1.10 (types of `messages.create`),
 * vercel.com/docs/ai-gateway/models-and-providers/reasoning/anthropic.
 */
const COMMON = { ...NO_CAPABILITIES, stop: true, tools: true };

export const ANTHROPIC: Vendor = {
  publishedBaseUrl: 'https://api.anthropic.com',
  models: [
    { models: /^claude-(opus|sonnet|haiku)-4-5/, ...COMMON, schema: true },
    { models: /^claude-(opus|sonnet|haiku)-(4-[0-4]|4-20|3)|^claude-3/, ...COMMON },
  ],
  hasClosedSchemas: true,
  unknownModel: { ...COMMON, effort: true, schema: true },
};

/** Limits of a request, checked 2026-11-22: platform.claude.com/docs/en/build-with-claude/vision. */
export const ANTHROPIC_LIMITS = {
  images: 100,
  requestBytes: 32 * 1024 * 1024,
} as const;
