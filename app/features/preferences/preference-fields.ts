import {
  DAILY_SPEND_CAPS_CENTS,
  LOW_BALANCE_CENTS,
  OUTPUT_TOKENS,
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

/** How a preference is asked for in a form. A new one is one line in the table. */
export type PreferenceField = { name: PreferenceName; label: string; hint?: string } & (
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'timezone' }
  /** One control for DefaultProvider and DefaultModel, which belong together. */
  | { kind: 'model' }
  /** Written in units of `scale`: dollars for what is kept in cents. Empty means none. */
  | { kind: 'number'; min: number; max: number; step: number; scale: number; placeholder?: string }
);

const CENTS = 100;
const dollars = (cents: number): string => `$${(cents / CENTS).toFixed(2)}`;
const offOr = (cents: readonly number[]): Choice[] => [
  { value: '0', label: 'Off' },
  ...cents.map((value) => ({ value: String(value), label: dollars(value) })),
];

export const SPENDING_FIELDS: readonly PreferenceField[] = [
  {
    name: 'PerRequestCapCents',
    label: 'Per-request limit',
    kind: 'choice',
    choices: offOr(PER_REQUEST_CAPS_CENTS),
    hint: 'Requests that could cost more are refused.',
  },
  {
    name: 'DailySpendCapCents',
    label: 'Daily limit',
    kind: 'choice',
    choices: offOr(DAILY_SPEND_CAPS_CENTS),
  },
  {
    name: 'LowBalanceWarnCents',
    label: 'Warn me at a balance of ($)',
    kind: 'number',
    min: LOW_BALANCE_CENTS.min / CENTS,
    max: LOW_BALANCE_CENTS.max / CENTS,
    step: LOW_BALANCE_CENTS.step / CENTS,
    scale: CENTS,
  },
  {
    name: 'DefaultMaxOutputTokens',
    label: 'Maximum tokens per reply',
    kind: 'number',
    ...OUTPUT_TOKENS,
    scale: 1,
    placeholder: 'As the model allows',
    hint: '4,096 tokens are about 3,000 words. Leave empty to use your plan’s default.',
  },
];

export const MODEL_FIELDS: readonly PreferenceField[] = [
  { name: 'DefaultModel', label: 'Model', kind: 'model', hint: 'The AI page opens with it.' },
];

export const TIME_FIELDS: readonly PreferenceField[] = [
  { name: 'PreferredTimezone', label: 'Timezone', kind: 'timezone' },
];

export const ROTATION_FIELDS: readonly PreferenceField[] = [
  {
    name: 'PasswordRotationDays',
    label: 'Password expires after',
    kind: 'choice',
    choices: [
      { value: '0', label: 'Never' },
      ...ROTATION_DAYS.map((days) => ({ value: String(days), label: `${String(days)} days` })),
    ],
  },
];

/** Every field that a form may send, by name. */
const ALL = new Map(
  [...MODEL_FIELDS, ...SPENDING_FIELDS, ...TIME_FIELDS, ...ROTATION_FIELDS].map((field) => [
    field.name as string,
    field,
  ]),
);

/** How a model is written in a list of options. Keys of providers have no slash. */
export const modelValue = (provider: string, model: string): string => `${provider}/${model}`;

/** What a form says, in the terms of the preferences' schema, which checks it afterwards. */
export function changesFromForm(fields: URLSearchParams): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [name, text] of fields) {
    const field = ALL.get(name);
    if (field) Object.assign(changes, changesOf(field, text.trim()));
  }
  return changes;
}

function changesOf(field: PreferenceField, text: string): Record<string, unknown> {
  switch (field.kind) {
    case 'choice':
      return { [field.name]: Number(text) };
    case 'timezone':
      return { [field.name]: text };
    case 'model': {
      if (text === '') return { DefaultProvider: null, DefaultModel: null };
      const [provider = '', ...model] = text.split('/');
      return { DefaultProvider: provider, DefaultModel: model.join('/') };
    }
    case 'number':
      return { [field.name]: text === '' ? null : Math.round(Number(text) * field.scale) };
  }
}

/** How the stored value stands in the form. */
export function shownValue(field: PreferenceField, preferences: Preferences): string {
  const value = preferences[field.name];
  switch (field.kind) {
    case 'choice':
      return String(value ?? 0);
    case 'timezone':
      return String(value);
    case 'model': {
      const { DefaultProvider, DefaultModel } = preferences;
      return DefaultProvider === null || DefaultModel === null
        ? ''
        : modelValue(DefaultProvider, DefaultModel);
    }
    case 'number':
      return value === null ? '' : (Number(value) / field.scale).toFixed(field.scale === CENTS ? 2 : 0);
  }
}
