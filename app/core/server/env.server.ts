import path from 'node:path';
import { DEFAULT_COUNTRIES, isCountry } from '@promptwell/ai-providers/personal-data';
import * as z from 'zod';
import {
  checkSignIn,
  readOpenIdProviders,
  signInShape,
  type OpenIdProviderSettings,
} from './sign-in-settings.server';
import { parseTrustProxy } from './trust-proxy.server';

/** Which prompts are moderated, and by whom: OpenAI for its own models only, OpenAI for all, a guard model, or none. */
const MODERATION_MODES = ['auto', 'openai', 'model', 'off'] as const;

const text = z.string().trim().optional();
/** `example.org:8443` parses as a URL with the scheme `example.org:`, so the scheme is checked. */
const addressOf = (protocol: RegExp, example: string) =>
  text.pipe(z.url({ protocol, message: `must be an address such as ${example}` }).optional());
const url = addressOf(/^https?$/, 'https://example.org');
const addressForSecrets = url.refine(isSafeAddress, {
  message: 'must begin with https://, or secrets would leave this machine in plain text',
});
const switchOf = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', 'on', 'off'])
    .optional()
    .transform((value) => (value === undefined ? fallback : ['true', '1', 'on'].includes(value)));
/** Checks across settings run even if single settings are invalid, so that all mistakes are reported at once. */
const judgeAlways = { when: () => true };

/** Rate limits by address that an installation can change, since a school or an office shares one address. */
export const ADDRESS_LIMIT_DEFAULTS = {
  REGISTRATIONS_PER_HOUR: 100,
  MAIL_REQUESTS_PER_HOUR: 20,
  LOGIN_FAILURES_PER_QUARTER_HOUR: 50,
} as const;
export type AddressLimitSetting = keyof typeof ADDRESS_LIMIT_DEFAULTS;
const addressLimit = (name: AddressLimitSetting) =>
  z.coerce.number().int().min(1).max(1_000_000).default(ADDRESS_LIMIT_DEFAULTS[name]);

const settingsSchema = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    HOST: text.transform((value) => value ?? '127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    APP_URL: url.refine((value) => value === undefined || !/^https?:\/\/[^/]+\/./i.test(value), {
      message:
        'must have no path after the name, such as https://promptwell.example.org: pages are served at its root',
    }),
    DATA_DIR: text.transform((value) => path.resolve(value ?? './data')),
    /** Without it, all data is in one SQLite file in DATA_DIR. */
    DATABASE_URL: text.refine((value) => value === undefined || /^postgres(?:ql)?:/i.test(value), {
      message:
        'must be the address of a PostgreSQL database, such as postgres://promptwell:password@127.0.0.1:5432/promptwell. Without it, all data is kept in one SQLite file in DATA_DIR',
    }),
    SESSION_SECRET: text.pipe(z.string().min(32, 'must have at least 32 characters').optional()),
    ADMIN_EMAIL: text.pipe(z.email('must be an email address').optional()),
    ADMIN_PASSWORD: text,
    OPENAI_API_KEY: text,
    OPENAI_BASE_URL: url,
    OPENAI_API: z.enum(['responses', 'chat-completions']).optional(),
    ANTHROPIC_API_KEY: text,
    ANTHROPIC_BASE_URL: url,
    GEMINI_API_KEY: text,
    GEMINI_BASE_URL: url,
    PERPLEXITY_API_KEY: text,
    PERPLEXITY_BASE_URL: url,
    DEMO_PROVIDER: z.enum(['on', 'off', 'auto']).default('auto'),
    PROVIDER_RETRY_SECONDS: z.coerce
      .number('must be a number of seconds from 0 to 120')
      .min(0, 'must be a number of seconds from 0 to 120')
      .max(120, 'must be a number of seconds from 0 to 120')
      .default(20),
    MODERATION: z
      .enum(MODERATION_MODES, {
        error: ({ input }) =>
          input === 'rules'
            ? 'is rules, which is no longer supported: use auto, openai, model or off, or remove it to use auto'
            : 'must be auto, openai, model or off',
      })
      .default('auto'),
    MODERATION_MODEL: text,
    MODERATION_BASE_URL: url,
    MODERATION_API_KEY: text,
    MODERATION_ON_FAILURE: z.enum(['allow', 'refuse']).default('allow'),
    HOME_COUNTRY: text
      .transform((value) => value?.toUpperCase().split(/[\s,]+/) ?? DEFAULT_COUNTRIES)
      .refine((codes) => codes.every(isCountry), {
        message: 'must be the two letters of a country, or of several, such as US or US,MX',
      })
      .transform((codes) => codes.filter(isCountry)),
    STRIPE_SECRET_KEY: text,
    STRIPE_PUBLISHABLE_KEY: text,
    STRIPE_WEBHOOK_SECRET: text,
    STRIPE_TEAM_PRICE_ID: text,
    STRIPE_ENTERPRISE_PRICE_ID: text,
    STRIPE_API_BASE: addressForSecrets,
    GOOGLE_CLIENT_ID: text,
    GOOGLE_CLIENT_SECRET: text,
    GOOGLE_AUTH_URL: addressForSecrets,
    GOOGLE_TOKEN_URL: addressForSecrets,
    GOOGLE_USERINFO_URL: addressForSecrets,
    GOOGLE_ISSUER: url,
    ...signInShape,
    SMTP_URL: addressOf(/^smtps?$/, 'smtp://user:password@mail.example.org:587'),
    MAIL_FROM: text.refine(
      (value) => value === undefined || /^[^<>\s]+@[^<>\s]+$|<[^<>\s]+@[^<>\s]+>$/.test(value),
      {
        message: 'must have an email address, such as Promptwell <no-reply@example.org>',
      },
    ),
    MAIL_LOGO_URL: url,
    /** Allows unencrypted SMTP, including the password of SMTP_URL, to a mail server on another machine. */
    SMTP_ALLOW_PLAIN: switchOf(false),
    TRUST_PROXY: text.transform((value, context) => {
      const trusted = parseTrustProxy(value ?? 'false');
      if (trusted !== undefined) return trusted;
      context.issues.push({
        code: 'custom',
        input: value,
        message: 'must be true, a number of proxies, or their networks, such as 10.0.0.0/8,loopback',
      });
      return z.NEVER;
    }),
    /** Extends HSTS to all subdomains of APP_URL's host. */
    HSTS_INCLUDE_SUBDOMAINS: switchOf(false),
    REGISTRATIONS_PER_HOUR: addressLimit('REGISTRATIONS_PER_HOUR'),
    MAIL_REQUESTS_PER_HOUR: addressLimit('MAIL_REQUESTS_PER_HOUR'),
    LOGIN_FAILURES_PER_QUARTER_HOUR: addressLimit('LOGIN_FAILURES_PER_QUARTER_HOUR'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    /** For tests and development: a response that doesn't match its declaration is an error. */
    CHECK_ANSWERS: switchOf(false),
    BAIQL_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
    BAIQL_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
    /** Days that recent sessions are kept; 0 turns the history off. */
    HISTORY_DAYS: z.coerce.number().int().min(0).max(3_650).default(90),
    /** Recent sessions of an account. */
    HISTORY_MAX: z.coerce.number().int().min(1).max(1_000).default(500),
    /** Whether sessions may be shown to others under a link. */
    SESSION_SHARING: switchOf(true),
    /** 0 turns scheduled backups off. */
    BACKUP_EVERY_HOURS: z.coerce.number().int().min(0).max(720).default(24),
    BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(14),
    METRICS_TOKEN: text.pipe(z.string().min(16, 'must have at least 16 characters').optional()),
    /** Opens /metrics to everyone who can reach the server. Use only behind a proxy that restricts it. */
    METRICS_PUBLIC: switchOf(false),
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_SERVICE_NAME: text.transform((value) => value ?? 'promptwell'),
  })
  .refine((env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD, {
    path: ['ADMIN_EMAIL'],
    message: 'and ADMIN_PASSWORD belong together: set both or neither',
    ...judgeAlways,
  })
  .refine((env) => !env.GOOGLE_CLIENT_ID === !env.GOOGLE_CLIENT_SECRET, {
    path: ['GOOGLE_CLIENT_ID'],
    message: 'and GOOGLE_CLIENT_SECRET belong together: set both or neither',
    ...judgeAlways,
  })
  .refine((env) => !env.STRIPE_SECRET_KEY === !env.STRIPE_PUBLISHABLE_KEY, {
    path: ['STRIPE_SECRET_KEY'],
    message: 'and STRIPE_PUBLISHABLE_KEY belong together: set both or neither',
    ...judgeAlways,
  })
  .superRefine(checkSignIn, judgeAlways)
  .superRefine(checkModeration, judgeAlways)
  .refine((env) => !(stripeMode(env.STRIPE_SECRET_KEY) === 'live' && !env.STRIPE_WEBHOOK_SECRET), {
    path: ['STRIPE_WEBHOOK_SECRET'],
    message: 'must be set when STRIPE_SECRET_KEY is a live key, or payments could be forged',
    ...judgeAlways,
  })
  .refine(
    ({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }) =>
      !secret || !publishable || stripeMode(secret) === stripeMode(publishable),
    {
      path: ['STRIPE_PUBLISHABLE_KEY'],
      message: 'and STRIPE_SECRET_KEY must both be live keys or both test keys, or no card can be charged',
      ...judgeAlways,
    },
  );

/** Restricted keys (`rk_live_…`) can charge as secret keys can. */
const stripeMode = (key: string | undefined): 'live' | 'test' =>
  key !== undefined && /^[a-z]+_live_/.test(key) ? 'live' : 'test';

/** Loopback traffic can't be intercepted. An invalid address is reported elsewhere. */
function isSafeAddress(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

interface ModerationEnv {
  MODERATION: (typeof MODERATION_MODES)[number];
  MODERATION_MODEL?: string | undefined;
  MODERATION_BASE_URL?: string | undefined;
  MODERATION_API_KEY?: string | undefined;
  OPENAI_API_KEY?: string | undefined;
}

/** Settings that a moderation mode requires, and those of other modes, which would be ignored. */
function checkModeration(env: ModerationEnv, context: z.RefinementCtx): void {
  const refuse = (name: keyof ModerationEnv, message: string): void =>
    context.addIssue({ code: 'custom', path: [name], message });
  switch (env.MODERATION) {
    case 'openai':
      if (!env.MODERATION_API_KEY && !env.OPENAI_API_KEY)
        refuse('MODERATION', 'is openai, which needs OPENAI_API_KEY or MODERATION_API_KEY');
      if (env.MODERATION_MODEL) refuse('MODERATION_MODEL', 'is set, but is only used with MODERATION=model');
      return;
    case 'model':
      if (!env.MODERATION_MODEL)
        refuse(
          'MODERATION_MODEL',
          'must name the guard model, such as llama-guard3, when MODERATION is model',
        );
      if (!env.MODERATION_BASE_URL)
        refuse(
          'MODERATION_BASE_URL',
          'must be the address of the guard model’s server, such as http://127.0.0.1:11434/v1, when MODERATION is model',
        );
      return;
    case 'auto':
    case 'off':
      for (const name of ['MODERATION_MODEL', 'MODERATION_BASE_URL', 'MODERATION_API_KEY'] as const) {
        if (env[name]) refuse(name, `is set, but is not used with MODERATION=${env.MODERATION}`);
      }
  }
}

/** All settings, validated. The names are a contract; docs/self-hosting.md describes them. */
export type Env = z.output<typeof settingsSchema> & {
  /** Those that OIDC_PROVIDERS names. */
  openIdProviders: readonly OpenIdProviderSettings[];
};

export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape);

export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Reads the settings and reports all mistakes at once. `NAME=` in a .env file means "not set". */
export function readEnv(source: Record<string, string | undefined>): Env {
  const set = Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== '');
  const values = Object.fromEntries(set);
  const result = settingsSchema.safeParse(values);
  const names = signInShape.OIDC_PROVIDERS.safeParse(values.OIDC_PROVIDERS).data ?? [];
  const { providers, mistakes } = readOpenIdProviders(names, values);
  if (result.success && mistakes.length === 0) return { ...result.data, openIdProviders: providers };
  const lines = [
    ...(result.error?.issues ?? []).map((issue) => `  ${issue.path.join('.')} ${issue.message}`),
    ...mistakes.map(({ setting, message }) => `  ${setting} ${message}`),
  ];
  throw new SettingsError(
    `These settings are invalid (environment or .env file):\n${lines.join('\n')}\nFix them and start again.`,
  );
}
