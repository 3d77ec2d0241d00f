import type { Env } from '~/core/server/env.server';
import { judgeBesideOpenAi, type JudgeSettings } from '@promptwell/ai-providers/moderation';
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

/**
 * Who judges a prompt that this provider will answer; undefined: nobody. With `auto` a text whose provider
 * is not known is shown to nobody.
 */
export function judgeOf(env: Env, provider: string | undefined): JudgeSettings | undefined {
  const { MODERATION_MODEL: model, MODERATION_API_KEY: ownKey, OPENAI_API_KEY: openAiKey } = env;
  switch (env.MODERATION) {
    case 'off':
      return undefined;
    case 'auto':
      return provider === 'openai'
        ? judgeBesideOpenAi({ apiKey: openAiKey, baseUrl: env.OPENAI_BASE_URL })
        : undefined;
    case 'openai': {
      const apiKey = ownKey ?? openAiKey;
      const baseUrl = env.MODERATION_BASE_URL ?? env.OPENAI_BASE_URL;
      return apiKey === undefined
        ? undefined
        : { kind: 'openai', apiKey, baseUrl, allowPrivate: baseUrl !== undefined };
    }
    case 'model': {
      const baseUrl = env.MODERATION_BASE_URL;
      if (model === undefined || baseUrl === undefined) return undefined;
      return { kind: 'model', model, baseUrl, apiKey: ownKey, allowPrivate: true };
    }
  }
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
