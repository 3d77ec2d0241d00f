import { EXPORT_FORMATS } from '~/core/shared/export-formats';
import {
  EFFORTS,
  INSTRUCTIONS_TOO_LONG,
  MAX_INSTRUCTIONS_CHARACTERS,
  TEMPERATURES,
} from '~/core/shared/request-options';
import { z } from '~/core/shared/zod';
import {
  LANDING_PAGES,
  DASHBOARD_TABS,
  DATE_RANGES,
  CURRENCIES,
  PER_REQUEST_CAP_CENTS,
  RAISED_TOKENS,
  RAISED_USES,
  DAILY_SPEND_CAPS_CENTS,
  ROTATION_DAYS,
  OUTPUT_TOKENS,
  LOW_BALANCE_CENTS,
  MAX_COUNTRIES,
  WEB_SEARCH_CHOICES,
} from './choices';
import type { AskedPreference } from './preference-fields';
import { isCountryCode } from './countries';
import { isTimezone } from './timezones';

/** One of a fixed list, or nothing, which may also be submitted as 0. */
const oneOrOff = <const Values extends readonly number[]>(values: Values) =>
  z.union([z.literal(values), z.literal(0).transform(() => null), z.null()], {
    error: `must be one of ${values.join(', ')}, or null for none`,
  });
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const nameOrNone = z.string().trim().max(200).nullable();

export const timezoneSchema = z
  .string()
  .max(60)
  .refine(isTimezone, 'must be a timezone such as Europe/Berlin');

/** The preferences. The API's and, with `choices`, the pages' fields derive from this schema. */
export const preferencesSchema = z.strictObject({
  FavoriteCategoryId: z.union([z.string().min(1).max(100), z.number().int(), z.null()], {
    error: 'must be the id of a category, or null to unpin it',
  }),
  DefaultGlobalLanding: oneOf(LANDING_PAGES),
  DefaultLandingTab: oneOf(DASHBOARD_TABS),
  DefaultDateRange: oneOf(DATE_RANGES),
  DefaultProvider: nameOrNone,
  DefaultModel: nameOrNone,
  /** Null: the product's default. */
  DefaultMaxOutputTokens: z
    .number()
    .min(OUTPUT_TOKENS.min)
    .max(OUTPUT_TOKENS.max)
    .multipleOf(OUTPUT_TOKENS.step)
    .nullable(),
  /** For new sessions on the AI page. API requests name their own. */
  DefaultInstructions: z.string().max(MAX_INSTRUCTIONS_CHARACTERS, INSTRUCTIONS_TOO_LONG),
  /** Null: the model's default. */
  DefaultTemperature: z.number().min(TEMPERATURES.min).max(TEMPERATURES.max).nullable(),
  DefaultEffort: z.enum(EFFORTS).nullable(),
  DefaultWebSearch: oneOf(WEB_SEARCH_CHOICES),
  DefaultJsonReplies: z.boolean(),
  /** Keeps sessions of the AI page as recent ones. */
  KeepHistory: z.boolean(),
  DefaultSavedPromptIsPublic: z.boolean(),
  PreferredCurrency: oneOf(CURRENCIES),
  PreferredTimezone: timezoneSchema,
  /** Countries whose phone and national numbers count as personal data; empty: the server's default. */
  PersonalDataCountries: z
    .array(z.string().refine(isCountryCode, 'must be the two capital letters of a country, such as US or DE'))
    .max(MAX_COUNTRIES),
  DefaultExportFormat: oneOf(EXPORT_FORMATS),
  EmailLowBalance: z.boolean(),
  EmailWeeklySummary: z.boolean(),
  EmailAnomalySpikes: z.boolean(),
  EmailReceiptOnPayment: z.boolean(),
  EmailModeration: z.boolean(),
  PasswordRotationDays: oneOrOff(ROTATION_DAYS),
  PerRequestCapCents: z.union(
    [
      z.literal(0).transform(() => null),
      z.number().positive().max(PER_REQUEST_CAP_CENTS.max).multipleOf(PER_REQUEST_CAP_CENTS.step),
      z.null(),
    ],
    { error: 'must be from 25 to 2000 in steps of 25, or null for none' },
  ),
  DailySpendCapCents: oneOrOff(DAILY_SPEND_CAPS_CENTS),
  /** The raised reply limit: tokens, remaining requests, expiry. */
  PerRequestMaxOutputTokensOverride: z
    .number()
    .min(RAISED_TOKENS.min)
    .max(RAISED_TOKENS.max)
    .multipleOf(RAISED_TOKENS.step)
    .nullable(),
  OverrideRemainingUses: z.number().int().min(0).max(RAISED_USES.max),
  OverrideExpiresUtc: z.iso.datetime().nullable(),
  /** Has its own API call (/api/billing/low-balance-threshold), but is stored and exported here. */
  LowBalanceWarnCents: z.number().int().min(LOW_BALANCE_CENTS.min).max(LOW_BALANCE_CENTS.max),
});

export type Preferences = z.output<typeof preferencesSchema>;
export type PreferenceName = keyof Preferences;

export const DEFAULT_PREFERENCES: Preferences = {
  FavoriteCategoryId: null,
  DefaultGlobalLanding: '/dashboard',
  DefaultLandingTab: 'overview',
  DefaultDateRange: '7d',
  DefaultProvider: null,
  DefaultModel: null,
  DefaultMaxOutputTokens: null,
  DefaultInstructions: '',
  DefaultTemperature: null,
  DefaultEffort: null,
  DefaultWebSearch: 'auto',
  DefaultJsonReplies: false,
  KeepHistory: true,
  DefaultSavedPromptIsPublic: false,
  PreferredCurrency: 'USD',
  PreferredTimezone: 'UTC',
  PersonalDataCountries: [],
  DefaultExportFormat: 'txt',
  EmailLowBalance: true,
  EmailWeeklySummary: false,
  EmailAnomalySpikes: false,
  EmailReceiptOnPayment: true,
  EmailModeration: true,
  PasswordRotationDays: null,
  PerRequestCapCents: null,
  DailySpendCapCents: null,
  PerRequestMaxOutputTokensOverride: null,
  OverrideRemainingUses: 0,
  OverrideExpiresUtc: null,
  LowBalanceWarnCents: 50,
};

/** Of a change, URL-encoded or JSON: the longest instructions in any script. */
export const PREFERENCES_BODY_BYTES = 320 * 1024;

/** A partial change. Names may begin with a lower-case letter. */
export const preferenceChangesSchema = z.preprocess(capitaliseNames, preferencesSchema.partial());

export const favoriteCategorySchema = z.preprocess(
  capitaliseNames,
  preferencesSchema.pick({ FavoriteCategoryId: true }),
);

/** A submitted form, after each field passed its own rule (preferences-form.ts). */
export function preferencesFromForm({
  DefaultModel,
  ...others
}: Partial<Record<AskedPreference, unknown>>): Partial<Preferences> {
  if (typeof DefaultModel !== 'string') return preferenceChangesSchema.parse(others);
  const [provider, ...model] = DefaultModel.split('/');
  const chosen = model.length === 0 ? [null, null] : [provider, model.join('/')];
  return preferenceChangesSchema.parse({ ...others, DefaultProvider: chosen[0], DefaultModel: chosen[1] });
}

/** The slider's values; other numbers snap to the nearest one. */
export const lowBalanceSchema = z.object({
  lowBalanceWarnCents: z.number({ error: 'must be a number of cents' }).transform((cents) => {
    const { min, max, step } = LOW_BALANCE_CENTS;
    return Math.min(max, Math.max(min, Math.round(cents / step) * step));
  }),
});

export const lowBalanceAnswerSchema = z.object({ lowBalanceWarnCents: z.number() });

function capitaliseNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, chosen]) => [name.charAt(0).toUpperCase() + name.slice(1), chosen]),
  );
}
