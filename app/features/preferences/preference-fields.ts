import {
  DAILY_SPEND_CAPS_CENTS,
  LOW_BALANCE_CENTS,
  OUTPUT_TOKENS,
  PER_REQUEST_CAP_CENTS,
  PER_REQUEST_CAPS_CENTS,
  ROTATION_DAYS,
} from './choices';
import type { PreferenceName, Preferences } from './schema';

interface Choice {
  value: string;
  label: string;
}

/** A model that can be chosen; `value` is what `modelValue` makes of it. */
export interface ModelChoice extends Choice {
  group: string;
}

interface NumberKind {
  min: number;
  max: number;
  step: number;
  /** What it is called when the number is wrong: "Enter {asked}". */
  asked: string;
}

/** How a preference is asked for in a form. */
export type PreferenceField = {
  label: string;
  hint?: string;
  /** What it is called where it was saved, if not by its label. */
  noun?: string;
} &
  /** With `others`, a number of that range may be stored as well, and is shown where it is. */
  (
    | {
        kind: 'choice';
        choices: readonly Choice[];
        others?: { max: number; step: number; format: (value: string) => string };
      }
    | { kind: 'timezone' }
    /** One control for DefaultProvider and DefaultModel, which belong together. */
    | { kind: 'model' }
    /** Written in dollars, kept in cents. */
    | ({ kind: 'money' } & NumberKind)
    /** Empty means none. */
    | ({ kind: 'count'; unit: string } & NumberKind)
  );

const CENTS = 100;
const dollars = (cents: number): string => `$${(cents / CENTS).toFixed(2)}`;
const offOr = (cents: readonly number[]): Choice[] => [
  { value: '0', label: 'Off' },
  ...cents.map((value) => ({ value: String(value), label: dollars(value) })),
];

/** The preferences that the account page asks for. A new one is one entry here. */
export const PREFERENCE_FIELDS = {
  PerRequestCapCents: {
    label: 'Per-request limit',
    kind: 'choice',
    choices: offOr(PER_REQUEST_CAPS_CENTS),
    // The playground sets it in finer steps.
    others: { ...PER_REQUEST_CAP_CENTS, format: (cents) => dollars(Number(cents)) },
    hint: 'Requests that could cost more are refused.',
  },
  DailySpendCapCents: {
    label: 'Daily limit',
    kind: 'choice',
    choices: offOr(DAILY_SPEND_CAPS_CENTS),
    hint: 'Once you’ve spent this much in a day, further requests are refused.',
  },
  LowBalanceWarnCents: {
    label: 'Low-balance warning',
    kind: 'money',
    min: LOW_BALANCE_CENTS.min / CENTS,
    max: LOW_BALANCE_CENTS.max / CENTS,
    step: LOW_BALANCE_CENTS.step / CENTS,
    asked: 'an amount from $0.50 to $50.00, in steps of $0.50',
    hint: 'You’re warned when your balance falls to this amount.',
  },
  DefaultMaxOutputTokens: {
    label: 'Maximum tokens per reply',
    kind: 'count',
    ...OUTPUT_TOKENS,
    unit: 'tokens',
    asked: 'a number from 64 to 4,096, in steps of 64',
    hint: '4,096 tokens are about 3,000 words. Leave empty to use your plan’s default.',
  },
  DefaultModel: { label: 'Model', kind: 'model', hint: 'Selected when you open the AI page.' },
  PreferredTimezone: {
    label: 'Timezone',
    kind: 'timezone',
    hint: 'Dates and times are shown in it. Search for a city, such as Berlin or New York.',
  },
  PasswordRotationDays: {
    label: 'Password expires after',
    noun: 'password expiration',
    kind: 'choice',
    choices: [
      { value: '0', label: 'Never' },
      ...ROTATION_DAYS.map((days) => ({ value: String(days), label: `${String(days)} days` })),
    ],
  },
} as const satisfies Partial<Record<PreferenceName, PreferenceField>>;

export type AskedPreference = keyof typeof PREFERENCE_FIELDS;

/** How a model is written in a list of options. Keys of providers have no slash. */
export const modelValue = (provider: string, model: string): string => `${provider}/${model}`;

/** How each stored value stands in its control. */
export function preferenceTexts(preferences: Preferences): Record<AskedPreference, string> {
  const { DefaultProvider, DefaultModel, LowBalanceWarnCents } = preferences;
  return {
    PerRequestCapCents: String(preferences.PerRequestCapCents ?? 0),
    DailySpendCapCents: String(preferences.DailySpendCapCents ?? 0),
    LowBalanceWarnCents: (LowBalanceWarnCents / CENTS).toFixed(2),
    DefaultMaxOutputTokens: String(preferences.DefaultMaxOutputTokens ?? ''),
    DefaultModel:
      DefaultProvider === null || DefaultModel === null ? '' : modelValue(DefaultProvider, DefaultModel),
    PreferredTimezone: preferences.PreferredTimezone,
    PasswordRotationDays: String(preferences.PasswordRotationDays ?? 0),
  };
}
