import { z } from 'zod';

/** What a person can choose. This one schema gives the API its fields, the page its choices, and everyone the defaults. */
export const LANDING_PAGES = [
  '/dashboard',
  '/ai',
  '/prompt-generator',
  '/saved-prompts',
  '/baiql',
  '/settings/usage',
] as const;
export const DASHBOARD_TABS = ['overview', 'analytics', 'history', 'insights', 'settings'] as const;
export const DATE_RANGES = ['1d', '7d', '30d'] as const;
export const EXPORT_FORMATS = ['csv', 'json', 'txt', 'xlsx', 'docx'] as const;
export const CURRENCIES = ['USD'] as const;
export const PER_REQUEST_CAPS_CENTS = [25, 50, 100, 200] as const;
export const DAILY_SPEND_CAPS_CENTS = [200, 500, 1000, 2000] as const;
export const ROTATION_DAYS = [90, 180, 365] as const;
export const OUTPUT_TOKENS = { min: 64, max: 4096, step: 64 } as const;
export const LOW_BALANCE_CENTS = { min: 50, max: 5000, step: 50, default: 50 } as const;

const isTimezone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

const name = z.string().trim().max(200).nullable();
const flag = (fallback: boolean) => z.boolean().default(fallback);

export const preferencesSchema = z.object({
  FavoriteCategoryId: z
    .union([z.string().min(1).max(100), z.number().int()])
    .nullable()
    .default(null),
  DefaultGlobalLanding: z.enum(LANDING_PAGES).default('/dashboard'),
  DefaultLandingTab: z.enum(DASHBOARD_TABS).default('overview'),
  DefaultDateRange: z.enum(DATE_RANGES).default('7d'),
  DefaultProvider: name.default(null),
  DefaultModel: name.default(null),
  /** Null: as many as the model and the plan allow by default. */
  DefaultMaxOutputTokens: z
    .number()
    .int()
    .min(OUTPUT_TOKENS.min)
    .max(OUTPUT_TOKENS.max)
    .multipleOf(OUTPUT_TOKENS.step)
    .nullable()
    .default(null),
  DefaultSavedPromptIsPublic: flag(false),
  PreferredCurrency: z.enum(CURRENCIES).default('USD'),
  PreferredTimezone: z.string().max(60).refine(isTimezone, 'is not a timezone').default('UTC'),
  DefaultExportFormat: z.enum(EXPORT_FORMATS).default('txt'),
  EmailLowBalance: flag(true),
  EmailWeeklySummary: flag(false),
  EmailAnomalySpikes: flag(false),
  EmailReceiptOnPayment: flag(true),
  /** Null: never. */
  PasswordRotationDays: z.literal(ROTATION_DAYS).nullable().default(null),
  /** Null: off. */
  PerRequestCapCents: z.literal(PER_REQUEST_CAPS_CENTS).nullable().default(null),
  DailySpendCapCents: z.literal(DAILY_SPEND_CAPS_CENTS).nullable().default(null),
  /** Has calls of its own (/api/billing/low-balance-threshold), but is kept and exported with the others. */
  LowBalanceWarnCents: z
    .number()
    .int()
    .min(LOW_BALANCE_CENTS.min)
    .max(LOW_BALANCE_CENTS.max)
    .default(LOW_BALANCE_CENTS.default),
});

export type Preferences = z.output<typeof preferencesSchema>;
export type PreferenceName = keyof Preferences;
export const PREFERENCE_NAMES = Object.keys(preferencesSchema.shape) as PreferenceName[];
export const DEFAULT_PREFERENCES: Preferences = preferencesSchema.parse({});
