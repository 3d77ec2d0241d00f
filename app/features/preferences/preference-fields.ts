import {
  EFFORTS,
  MAX_INSTRUCTIONS_CHARACTERS,
  TEMPERATURES,
  type Effort,
} from '~/core/shared/request-options';
import { EXPORT_FORMAT_LABELS, EXPORT_FORMATS } from '~/core/shared/export-formats';
import {
  DAILY_SPEND_CAPS_CENTS,
  DASHBOARD_TABS,
  DATE_RANGES,
  LANDING_PAGES,
  LOW_BALANCE_CENTS,
  OUTPUT_TOKENS,
  PER_REQUEST_CAP_CENTS,
  PER_REQUEST_CAPS_CENTS,
  ROTATION_DAYS,
  WEB_SEARCH_CHOICES,
} from './choices';
import type { PreferenceName, Preferences } from './schema';

interface Choice {
  value: string;
  label: string;
}

/** A selectable model; `value` is made by `modelValue`. */
export interface ModelChoice extends Choice {
  group: string;
}

interface NumberKind {
  min: number;
  max: number;
  step: number;
  /** Its name in the validation message: "Enter {asked}". */
  asked: string;
}

/** The form control of a preference. */
export type PreferenceField = {
  label: string;
  hint?: string;
  /** Its name in messages, if not the label. */
  noun?: string;
} &
  /** Stored as a number; "0" means none. With `others`, any value of that range may be stored and is shown. */
  (
    | {
        kind: 'choice';
        choices: readonly Choice[];
        others?: { max: number; step: number; format: (value: string) => string };
      }
    /** Stored as text. */
    | { kind: 'option'; choices: readonly Choice[] }
    /** A switch. */
    | { kind: 'switch' }
    | { kind: 'timezone' }
    /** Stored as a list, submitted as comma-separated codes. */
    | { kind: 'countries' }
    /** One control for DefaultProvider and DefaultModel. */
    | { kind: 'model' }
    /** Entered in dollars, stored in cents. */
    | ({ kind: 'money' } & NumberKind)
    /** Empty means none. */
    | ({ kind: 'count'; unit?: string } & NumberKind)
    /** A text of several lines. */
    | { kind: 'text'; maxCharacters: number }
  );

const CENTS = 100;
const dollars = (cents: number): string => `$${(cents / CENTS).toFixed(2)}`;
const offOr = (cents: readonly number[]): Choice[] => [
  { value: '0', label: 'Off' },
  ...cents.map((value) => ({ value: String(value), label: dollars(value) })),
];

const LANDING_LABELS: Record<(typeof LANDING_PAGES)[number], string> = {
  '/dashboard': 'Dashboard',
  '/ai': 'AI',
  '/prompt-generator': 'Prompt Generator',
  '/saved-prompts': 'Saved prompts',
  '/baiql': 'BAIQL',
  '/settings/usage': 'Usage',
};
export const DASHBOARD_TAB_LABELS: Record<(typeof DASHBOARD_TABS)[number], string> = {
  overview: 'Overview',
  analytics: 'Analytics',
  history: 'History',
  insights: 'Insights',
  settings: 'Settings',
};
const RANGE_LABELS: Record<(typeof DATE_RANGES)[number], string> = {
  '1d': 'Today',
  '7d': '7 days',
  '30d': '30 days',
};
export const EFFORT_LABELS: Record<Effort, string> = { low: 'Low', medium: 'Medium', high: 'High' };
const WEB_SEARCH_LABELS: Record<(typeof WEB_SEARCH_CHOICES)[number], string> = {
  auto: 'As the model does',
  on: 'On, where the model can',
  off: 'Off',
};
const options = <Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): Choice[] => values.map((value) => ({ value, label: labels[value] }));

/** Preferences with form controls. A new one is one entry here; each page lists those it shows. */
export const PREFERENCE_FIELDS = {
  PerRequestCapCents: {
    label: 'Per-request limit',
    kind: 'choice',
    choices: offOr(PER_REQUEST_CAPS_CENTS),
    // The playground uses finer steps.
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
  DefaultInstructions: {
    label: 'Instructions',
    kind: 'text',
    maxCharacters: MAX_INSTRUCTIONS_CHARACTERS,
    hint: 'Sent to the model at the start of each new session on the AI page, such as your subject and your readers.',
  },
  DefaultTemperature: {
    label: 'Temperature',
    kind: 'count',
    ...TEMPERATURES,
    asked: 'a number from 0 to 2',
    hint: 'Lower is more predictable, higher is more varied. Leave empty to use the model’s default.',
  },
  DefaultEffort: {
    label: 'Effort',
    kind: 'option',
    choices: [{ value: '', label: 'Model’s default' }, ...options(EFFORTS, EFFORT_LABELS)],
    hint: 'How long models that think may think.',
  },
  DefaultWebSearch: {
    label: 'Web search',
    kind: 'option',
    choices: options(WEB_SEARCH_CHOICES, WEB_SEARCH_LABELS),
    hint: 'Searches cost a fee, shown before you send.',
  },
  DefaultJsonReplies: {
    label: 'Answer as JSON',
    noun: 'JSON answers',
    kind: 'switch',
    hint: 'For replies that a program reads.',
  },
  KeepHistory: {
    label: 'Keep history',
    noun: 'history',
    kind: 'switch',
    hint: 'Keeps your sessions on the AI page, except messages marked “Don’t store”. Turning it off keeps no new ones.',
  },
  PreferredTimezone: {
    label: 'Timezone',
    kind: 'timezone',
    hint: 'Used for dates and times. Search for a city, such as Berlin or New York.',
  },
  PersonalDataCountries: {
    label: 'Countries for personal data',
    kind: 'countries',
    hint: 'Phone and national ID numbers from these countries are recognized before you send. Leave empty to use the server’s default.',
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
  DefaultGlobalLanding: {
    label: 'Start page',
    kind: 'option',
    choices: options(LANDING_PAGES, LANDING_LABELS),
    hint: 'Where you land after logging in.',
  },
  DefaultLandingTab: {
    label: 'Dashboard tab',
    kind: 'option',
    choices: options(DASHBOARD_TABS, DASHBOARD_TAB_LABELS),
    hint: 'The tab the dashboard opens with.',
  },
  DefaultDateRange: {
    label: 'Period',
    kind: 'option',
    choices: options(DATE_RANGES, RANGE_LABELS),
    hint: 'The period the dashboard and the usage page open with.',
  },
  DefaultExportFormat: {
    label: 'Export format',
    kind: 'option',
    choices: options(EXPORT_FORMATS, EXPORT_FORMAT_LABELS),
    hint: 'The Free plan exports text only.',
  },
  DefaultSavedPromptIsPublic: {
    label: 'Share new saved prompts',
    noun: 'sharing of new saved prompts',
    kind: 'switch',
    hint: 'New prompts you save are public by default.',
  },
  EmailLowBalance: {
    label: 'Low balance',
    noun: 'low-balance email',
    kind: 'switch',
    hint: 'When your balance falls to your warning level.',
  },
  EmailReceiptOnPayment: {
    label: 'Receipts',
    noun: 'receipt email',
    kind: 'switch',
    hint: 'After each payment.',
  },
  EmailWeeklySummary: {
    label: 'Weekly summary',
    noun: 'weekly summary email',
    kind: 'switch',
    hint: 'What you used and spent in the past week.',
  },
  EmailAnomalySpikes: {
    label: 'Unusual spending',
    noun: 'unusual-spending email',
    kind: 'switch',
    hint: 'On a day that costs far more than usual.',
  },
  EmailModeration: {
    label: 'Moderation of your prompts',
    noun: 'moderation email',
    kind: 'switch',
    hint: 'When a prompt of yours is hidden, approved or not approved.',
  },
} as const satisfies Partial<Record<PreferenceName, PreferenceField>>;

export type AskedPreference = keyof typeof PREFERENCE_FIELDS;

export const PREFERENCE_NAMES = Object.keys(PREFERENCE_FIELDS) as AskedPreference[];

/** A model as an option value. Provider keys contain no slash. */
export const modelValue = (provider: string, model: string): string => `${provider}/${model}`;

/** Stored values as control values. An unset time zone is empty. */
export function preferenceTexts(
  preferences: Preferences,
  { isTimezoneChosen = true } = {},
): Record<AskedPreference, string> {
  const { DefaultProvider, DefaultModel } = preferences;
  const texts = Object.fromEntries(
    PREFERENCE_NAMES.map((name) => [name, textOf(PREFERENCE_FIELDS[name].kind, preferences[name])]),
  ) as Record<AskedPreference, string>;
  return {
    ...texts,
    DefaultModel:
      DefaultProvider === null || DefaultModel === null ? '' : modelValue(DefaultProvider, DefaultModel),
    ...(!isTimezoneChosen && { PreferredTimezone: '' }),
  };
}

function textOf(kind: PreferenceField['kind'], value: Preferences[AskedPreference]): string {
  switch (kind) {
    case 'choice':
      return String(value ?? 0);
    case 'switch':
      return switchText(value === true);
    case 'countries':
      return Array.isArray(value) ? value.join(',') : '';
    case 'money':
      return (Number(value) / CENTS).toFixed(2);
    case 'option':
    case 'text':
    case 'count':
    case 'timezone':
    case 'model':
      return String(value ?? '');
  }
}

/** Forms submit "on" for a checked switch and nothing otherwise. */
export const switchText = (isOn: boolean): string => (isOn ? 'on' : '');

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A preference's name in messages: "daily limit". */
export function preferenceNoun(name: AskedPreference): string {
  const field: { label: string; noun?: string } = PREFERENCE_FIELDS[name];
  return field.noun ?? lowerFirst(field.label);
}
