import path from 'node:path';
import { z } from 'zod';

/** A text setting; an empty one counts as absent, since `NAME=` in a .env file means "not set". */
const text = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const url = text.pipe(z.url({ message: 'must be an address such as https://example.org' }).optional());
const switchOf = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', 'on', 'off', ''])
    .optional()
    .transform((value) =>
      value === undefined || value === '' ? fallback : ['true', '1', 'on'].includes(value),
    );

const settingsSchema = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    HOST: text.transform((value) => value ?? '127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    APP_URL: url,
    DATA_DIR: text.transform((value) => path.resolve(value ?? './data')),
    SESSION_SECRET: text.pipe(z.string().min(32, 'must have at least 32 characters').optional()),
    ADMIN_EMAIL: text.pipe(z.email('must be an email address').optional()),
    ADMIN_PASSWORD: text,
    OPENAI_API_KEY: text,
    OPENAI_BASE_URL: url,
    OPENAI_API: z
      .enum(['responses', 'chat-completions', ''])
      .optional()
      .transform((value) => (value === '' ? undefined : value)),
    ANTHROPIC_API_KEY: text,
    ANTHROPIC_BASE_URL: url,
    GEMINI_API_KEY: text,
    GEMINI_BASE_URL: url,
    PERPLEXITY_API_KEY: text,
    PERPLEXITY_BASE_URL: url,
    DEMO_PROVIDER: z
      .enum(['on', 'off', 'auto', ''])
      .default('auto')
      .transform((value) => value || 'auto'),
    MODERATION: z
      .enum(['rules', 'openai', ''])
      .default('rules')
      .transform((value) => value || 'rules'),
    STRIPE_SECRET_KEY: text,
    STRIPE_PUBLISHABLE_KEY: text,
    STRIPE_WEBHOOK_SECRET: text,
    STRIPE_TEAM_PRICE_ID: text,
    STRIPE_ENTERPRISE_PRICE_ID: text,
    STRIPE_API_BASE: url,
    GOOGLE_CLIENT_ID: text,
    GOOGLE_CLIENT_SECRET: text,
    GOOGLE_AUTH_URL: url,
    GOOGLE_TOKEN_URL: url,
    GOOGLE_USERINFO_URL: url,
    GOOGLE_ISSUER: url,
    SMTP_URL: url,
    MAIL_FROM: text.transform((value) => value ?? 'Promptwell <no-reply@localhost>'),
    TRUST_PROXY: switchOf(false),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    /** For tests and development: an answer of the API that is not what its call declares is a fault. */
    CHECK_ANSWERS: switchOf(false),
    BAIQL_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
    BAIQL_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  })
  .refine((env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD, {
    path: ['ADMIN_EMAIL'],
    message: 'and ADMIN_PASSWORD belong together: set both or neither',
  })
  .refine((env) => !(env.MODERATION === 'openai' && !env.OPENAI_API_KEY), {
    path: ['MODERATION'],
    message: 'is openai, which needs OPENAI_API_KEY',
  })
  .refine((env) => !(env.STRIPE_SECRET_KEY?.startsWith('sk_live_') && !env.STRIPE_WEBHOOK_SECRET), {
    path: ['STRIPE_WEBHOOK_SECRET'],
    message: 'must be set when STRIPE_SECRET_KEY is a live key, or payments could be forged',
  });

/** Every setting, checked. The names are a contract; docs/self-hosting.md describes them. */
export type Env = z.output<typeof settingsSchema>;

export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Reads the settings and names every mistake at once. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const result = settingsSchema.safeParse(source);
  if (result.success) return result.data;
  const mistakes = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  throw new SettingsError(
    `These settings are wrong (environment or .env file):\n${mistakes.join('\n')}\nMend them and start again.`,
  );
}
