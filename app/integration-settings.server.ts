import type { ProviderSettings } from '@promptwell/ai-providers';
import type { Env } from '~/core/server/env.server';
import { classifierBesideOpenAi, type ClassifierSettings } from '@promptwell/ai-providers/moderation';
import type { GoogleSettings, SignInProviderSettings } from '~/integrations/sign-in/index.server';
import type { StripeSettings } from '~/integrations/stripe/index.server';

/**
 * Classifier for a prompt that this provider will answer; undefined: none. With `auto`, text for an unknown provider is
 * not sent anywhere. `openAi`: the OpenAI key and address, from the environment or entered by an administrator.
 */
export function classifierFor(
  env: Env,
  provider: string | undefined,
  openAi: Pick<ProviderSettings, 'apiKey' | 'baseUrl'> = settingsOfOpenAi(env),
): ClassifierSettings | undefined {
  const { MODERATION_MODEL: model, MODERATION_API_KEY: ownKey, OPENAI_API_KEY: openAiKey } = env;
  switch (env.MODERATION) {
    case 'off':
      return undefined;
    case 'auto':
      return provider === 'openai' ? classifierBesideOpenAi(openAi) : undefined;
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

const settingsOfOpenAi = ({ OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl }: Env) => ({ apiKey, baseUrl });

/** "Continue with Google", if the operator has registered an OAuth client. */
function googleSettings(env: Env): GoogleSettings | undefined {
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

/** Everyone who may vouch for users. */
export const signInSettings = (env: Env): SignInProviderSettings => ({
  google: googleSettings(env),
  openId: env.openIdProviders,
  proxy:
    env.AUTH_PROXY_HEADER === undefined
      ? undefined
      : {
          headers: {
            user: env.AUTH_PROXY_HEADER,
            email: env.AUTH_PROXY_EMAIL_HEADER,
            name: env.AUTH_PROXY_NAME_HEADER,
            groups: env.AUTH_PROXY_GROUPS_HEADER,
          },
          roleMap: env.AUTH_PROXY_ROLE_MAP,
        },
});

/** Card payments, if both keys are set. */
export function stripeSettings(env: Env): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  if (secretKey === undefined || publishableKey === undefined) return undefined;
  return {
    secretKey,
    publishableKey,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    teamPriceId: env.STRIPE_TEAM_PRICE_ID,
    enterprisePriceId: env.STRIPE_ENTERPRISE_PRICE_ID,
    apiBase: env.STRIPE_API_BASE,
  };
}
