import type { Env } from '~/core/server/env.server';
import type { ModeratorOptions } from '@promptwell/ai-providers/moderation';
import type { ProviderSettings } from '~/integrations/ai/registry.server';
import type { GoogleSettings } from '~/integrations/google/index.server';

const VENDORS = [
  { key: 'openai', prefix: 'OPENAI' },
  { key: 'anthropic', prefix: 'ANTHROPIC' },
  { key: 'gemini', prefix: 'GEMINI' },
  { key: 'perplexity', prefix: 'PERPLEXITY' },
] as const;

/**
 * The vendors that the environment sets up: by a key, or by an address alone (a server of one's own that asks for no
 * key). Whoever sets the environment may name a private address. Demo answers when nobody else can.
 */
export function providerSettings(env: Env): ProviderSettings[] {
  const settings = VENDORS.flatMap(({ key, prefix }): ProviderSettings[] => {
    const apiKey = env[`${prefix}_API_KEY`];
    const baseUrl = env[`${prefix}_BASE_URL`];
    if (apiKey === undefined && baseUrl === undefined) return [];
    return [
      {
        key,
        kind: key,
        allowPrivate: baseUrl !== undefined,
        ...(key === 'openai' ? { api: env.OPENAI_API } : {}),
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(baseUrl === undefined ? {} : { baseUrl }),
      },
    ];
  });
  const hasDemo = env.DEMO_PROVIDER === 'on' || (env.DEMO_PROVIDER === 'auto' && settings.length === 0);
  return hasDemo ? [...settings, { key: 'demo', kind: 'demo', allowPrivate: false }] : settings;
}

/** OpenAI's moderation endpoint, where the owner of the server has chosen it: it reads every prompt, whoever answers. */
export function moderationEndpoint(env: Env): ModeratorOptions['openAi'] {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = env;
  if (apiKey === undefined || env.MODERATION !== 'openai') return undefined;
  return { apiKey, allowPrivate: baseUrl !== undefined, ...(baseUrl === undefined ? {} : { baseUrl }) };
}

/** "Continue with Google", where the owner of the server has registered one. */
export function googleSettings(env: Env): GoogleSettings | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return {
    clientId,
    clientSecret,
    authUrl: env.GOOGLE_AUTH_URL,
    tokenUrl: env.GOOGLE_TOKEN_URL,
    userInfoUrl: env.GOOGLE_USERINFO_URL,
    issuer: env.GOOGLE_ISSUER,
  };
}
