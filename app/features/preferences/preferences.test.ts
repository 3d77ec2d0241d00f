import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testServices } from '../../../tests/support/services';
import { temporaryDatabase, type TemporaryDatabase } from '../../../tests/support/database';
import {
  createPreferences,
  lowBalanceSchema,
  preferenceChangesSchema,
  preferencesFormSchema,
  readSpendCaps,
} from './index.server';
import { MODEL_FIELDS, ROTATION_FIELDS, shownValue, SPENDING_FIELDS } from './preference-fields';
import { DEFAULT_PREFERENCES } from './schema';

let database: TemporaryDatabase;
const userId = 'ada';
beforeEach(async () => {
  database = temporaryDatabase();
  await database.prisma.user.create({
    data: { id: userId, email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace' },
  });
});
afterEach(() => database.close());

const open = () => createPreferences(database);

describe('preferences', () => {
  it('start with the defaults of the specification', async () => {
    expect(await open().read(userId)).toEqual(DEFAULT_PREFERENCES);
    expect(DEFAULT_PREFERENCES).toMatchObject({
      DefaultGlobalLanding: '/dashboard',
      DefaultDateRange: '7d',
      PreferredCurrency: 'USD',
      LowBalanceWarnCents: 50,
      PasswordRotationDays: null,
    });
  });

  it('keep what is changed, and nothing else changes', async () => {
    await open().change(userId, { DefaultDateRange: '30d' });
    const changed = await open().change(userId, { EmailLowBalance: false });
    expect(changed).toEqual({ ...DEFAULT_PREFERENCES, DefaultDateRange: '30d', EmailLowBalance: false });
    expect(await open().read(userId)).toEqual(changed);
  });

  it('lose no change when two come at once', async () => {
    const store = open();
    await Promise.all([
      store.change(userId, { DefaultDateRange: '30d' }),
      store.change(userId, { DefaultModel: 'gpt-4o-mini' }),
      store.change(userId, { PerRequestCapCents: 25 }),
    ]);
    expect(await store.read(userId)).toMatchObject({
      DefaultDateRange: '30d',
      DefaultModel: 'gpt-4o-mini',
      PerRequestCapCents: 25,
    });
  });

  it('fall back field by field when something stored is no longer allowed', async () => {
    const data = JSON.stringify({ DefaultDateRange: '400d', DefaultModel: 'gpt-4o', Gone: 1 });
    await database.prisma.userPreferences.create({ data: { userId, data } });
    expect(await open().read(userId)).toEqual({ ...DEFAULT_PREFERENCES, DefaultModel: 'gpt-4o' });
  });

  it('give paid calls their caps in micro-dollars', async () => {
    const services = testServices();
    const { userId: payer } = (await services.signUp()).actor;
    expect(await readSpendCaps(services, payer)).toEqual({
      perRequestCapMicroUsd: undefined,
      dailyCapMicroUsd: undefined,
      defaultMaxOutputTokens: undefined,
    });
    await services.preferences.change(payer, {
      PerRequestCapCents: 25,
      DailySpendCapCents: 200,
      DefaultMaxOutputTokens: 128,
    });
    expect(await readSpendCaps(services, payer)).toEqual({
      perRequestCapMicroUsd: 250_000n,
      dailyCapMicroUsd: 2_000_000n,
      defaultMaxOutputTokens: 128,
    });
    await services.close();
  });
});

describe('changes', () => {
  it.each([
    [{ DefaultGlobalLanding: 'https://evil.test' }],
    [{ DefaultLandingTab: 'secrets' }],
    [{ DefaultDateRange: '400d' }],
    [{ DefaultMaxOutputTokens: 63 }],
    [{ DefaultMaxOutputTokens: 100 }],
    [{ DefaultMaxOutputTokens: 4160 }],
    [{ PreferredCurrency: 'EUR' }],
    [{ PreferredTimezone: 'Mars/Olympus' }],
    [{ DefaultExportFormat: 'pdf' }],
    [{ EmailLowBalance: 'yes' }],
    [{ PasswordRotationDays: 30 }],
    [{ PerRequestCapCents: 26 }],
    [{ PerRequestCapCents: -25 }],
    [{ DailySpendCapCents: 1e9 }],
    [{ Admin: true }],
    [{ __proto__: null, constructor: 1 }],
    [[]],
    [null],
  ])('refuse %j', (changes) => {
    expect(preferenceChangesSchema.safeParse(changes).success).toBe(false);
  });

  it('may be named with a small first letter, and 0 means none', () => {
    expect(preferenceChangesSchema.parse({ perRequestCapCents: 50, PasswordRotationDays: 0 })).toEqual({
      PerRequestCapCents: 50,
      PasswordRotationDays: null,
    });
    expect(preferenceChangesSchema.parse({})).toEqual({});
  });
});

it.each([
  [10, 50],
  [-5, 50],
  [99_999, 5000],
  [230, 250],
  [1000, 1000],
])('a low-balance threshold of %d cents becomes %d', (given, kept) => {
  expect(lowBalanceSchema.parse({ lowBalanceWarnCents: given })).toEqual({ lowBalanceWarnCents: kept });
});

describe('a form of preferences', () => {
  it('says in the schema’s terms what was chosen', () => {
    const fields = new URLSearchParams({
      intent: 'preferences',
      PerRequestCapCents: '25',
      DailySpendCapCents: '0',
      LowBalanceWarnCents: '1.50',
      DefaultMaxOutputTokens: '',
      PreferredTimezone: 'Europe/Berlin',
      PasswordRotationDays: '90',
      Admin: 'true',
    });
    expect(preferencesFormSchema.parse(Object.fromEntries(fields))).toEqual({
      PerRequestCapCents: 25,
      DailySpendCapCents: null,
      LowBalanceWarnCents: 150,
      DefaultMaxOutputTokens: null,
      PreferredTimezone: 'Europe/Berlin',
      PasswordRotationDays: 90,
    });
  });

  it.each([
    ['openai/gpt-4o', { DefaultProvider: 'openai', DefaultModel: 'gpt-4o' }],
    ['local/meta/llama-3', { DefaultProvider: 'local', DefaultModel: 'meta/llama-3' }],
    ['', { DefaultProvider: null, DefaultModel: null }],
  ])('takes the model %j as its provider and its name', (DefaultModel, changes) => {
    expect(preferencesFormSchema.parse({ DefaultModel })).toEqual(changes);
  });

  it.each<Record<string, string>>([
    { PerRequestCapCents: '26' },
    { PerRequestCapCents: 'x' },
    { LowBalanceWarnCents: '' },
    { LowBalanceWarnCents: '1e9' },
    { DefaultMaxOutputTokens: '65' },
  ])('with %j is refused', (form) => {
    expect(preferencesFormSchema.safeParse(form).success).toBe(false);
  });

  it('shows what is stored as it is written', () => {
    const preferences = {
      ...DEFAULT_PREFERENCES,
      PerRequestCapCents: 25,
      DefaultMaxOutputTokens: 128,
      DefaultProvider: 'local',
      DefaultModel: 'meta/llama-3',
    } as const;
    const shown = [...MODEL_FIELDS, ...SPENDING_FIELDS, ...ROTATION_FIELDS].map((field) =>
      shownValue(field, preferences),
    );
    expect(shown).toEqual(['local/meta/llama-3', '25', '0', '0.50', '128', '0']);
  });
});
