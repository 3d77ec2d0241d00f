import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from '~/core/shared/zod';
import { readSettings } from '~/features/dashboard/index.server';
import { readGenerator } from '~/features/generator/index.server';
import { temporaryDatabase, type TemporaryDatabase } from '../../../tests/support/database';
import { testServices, type TestServices } from '../../../tests/support/services';
import {
  changePreferences,
  createPreferences,
  lowBalanceSchema,
  preferenceChangesSchema,
  preferencesFromForm,
} from './index.server';
import type { LandingPage } from './choices';
import { preferenceTexts } from './preference-fields';
import { preferencesFormShape } from './preferences-form';
import { DEFAULT_PREFERENCES, type Preferences } from './schema';
import { findTimezones } from './timezones';

describe('preferences', () => {
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

  it('remember which were chosen, be it their default', async () => {
    const store = open();
    expect(await store.isChosen(userId, 'PreferredTimezone')).toBe(false);
    await store.change(userId, { DefaultDateRange: '30d' });
    expect(await store.isChosen(userId, 'PreferredTimezone')).toBe(false);
    await store.change(userId, { PreferredTimezone: 'UTC' });
    expect(await store.isChosen(userId, 'PreferredTimezone')).toBe(true);
  });

  it('have the browser’s time zone until one is chosen', async () => {
    const store = open();
    await store.noteTimezone(userId, 'Asia/Tokyo');
    expect(await open().read(userId)).toEqual({ ...DEFAULT_PREFERENCES, PreferredTimezone: 'Asia/Tokyo' });
    expect(await store.isChosen(userId, 'PreferredTimezone')).toBe(false);
    await store.change(userId, { DefaultDateRange: '30d' });
    expect((await store.read(userId)).PreferredTimezone).toBe('Asia/Tokyo');
    await store.change(userId, { PreferredTimezone: 'UTC' });
    await store.noteTimezone(userId, 'Europe/Rome');
    expect((await open().read(userId)).PreferredTimezone).toBe('UTC');
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

describe('what somebody asks for', () => {
  let services: TestServices;
  beforeEach(() => {
    services = testServices();
  });
  afterEach(() => services.close());

  it('is no start page that their plan does not open, unless they chose it before', async () => {
    const { actor: member } = await services.signUp({ roles: ['teamuser'] });
    const startAt = (roles: typeof member.roles, DefaultGlobalLanding: LandingPage) =>
      changePreferences(services, { ...member, roles }, { DefaultGlobalLanding, DefaultDateRange: '30d' });
    await expect(startAt([], '/baiql')).rejects.toMatchObject({
      message: 'Your plan doesn’t include that page. Choose another start page.',
      field: 'DefaultGlobalLanding',
    });
    await startAt(['teamuser'], '/baiql');
    const kept = { DefaultGlobalLanding: '/baiql', DefaultDateRange: '30d' };
    expect(await startAt([], '/baiql')).toMatchObject(kept);
    expect(await startAt([], '/ai')).toMatchObject({ DefaultGlobalLanding: '/ai' });
  });

  it('is no favorite category that there is not, unless it was there when they chose it', async () => {
    const { actor } = await services.signUp();
    const pin = (FavoriteCategoryId: Preferences['FavoriteCategoryId']) =>
      changePreferences(services, actor, { FavoriteCategoryId });
    const data = { name: 'Teaching', sortOrder: 1 };
    const { id } = await services.prisma.category.create({ data, select: { id: true } });
    await expect(pin(id + 1)).rejects.toMatchObject({
      message: 'There’s no such category. Choose another one.',
    });
    for (const existing of [id, String(id)])
      expect(await pin(existing)).toMatchObject({ FavoriteCategoryId: existing });
    await services.prisma.category.deleteMany();
    services.content.invalidate();
    expect(await pin(String(id))).toMatchObject({ FavoriteCategoryId: String(id) });
    expect(await readSettings(services, actor)).toMatchObject({ favoriteCategory: null });
    expect(await readGenerator(services, actor)).toMatchObject({ favorite: null });
    expect(await pin(null)).toMatchObject({ FavoriteCategoryId: null });
  });
});

describe('a form of preferences', () => {
  const ASKED = [
    'PerRequestCapCents',
    'DailySpendCapCents',
    'LowBalanceWarnCents',
    'DefaultMaxOutputTokens',
    'DefaultModel',
    'PreferredTimezone',
    'PasswordRotationDays',
  ] as const;
  const form = z.object(preferencesFormShape(ASKED));
  const FILLED_IN = {
    PerRequestCapCents: '25',
    DailySpendCapCents: '0',
    LowBalanceWarnCents: '1.50',
    DefaultMaxOutputTokens: '1,024',
    DefaultModel: 'local/meta/llama-3',
    PreferredTimezone: 'Europe/Berlin',
    PasswordRotationDays: '90',
  };
  const read = (changes: Partial<Record<keyof typeof FILLED_IN, string | undefined>>) =>
    preferencesFromForm(form.parse({ ...FILLED_IN, ...changes }));

  it('says in the terms of the preferences what was chosen', () => {
    expect(read({})).toEqual({
      PerRequestCapCents: 25,
      DailySpendCapCents: null,
      LowBalanceWarnCents: 150,
      DefaultMaxOutputTokens: 1024,
      DefaultProvider: 'local',
      DefaultModel: 'meta/llama-3',
      PreferredTimezone: 'Europe/Berlin',
      PasswordRotationDays: 90,
    });
  });

  it('takes an empty model and an empty number of tokens as none', () => {
    expect(read({ DefaultModel: undefined, DefaultMaxOutputTokens: undefined })).toMatchObject({
      DefaultProvider: null,
      DefaultModel: null,
      DefaultMaxOutputTokens: null,
    });
  });

  const TOKENS = 'Enter a number from 64 to 4,096, in steps of 64';
  const AMOUNT = 'Enter an amount from $0.50 to $50.00, in steps of $0.50';
  const ZONE = 'Choose a timezone from the list, such as Europe/Berlin';
  it.each([
    ['DefaultMaxOutputTokens', 'many', TOKENS],
    ['DefaultMaxOutputTokens', '65', TOKENS],
    ['DefaultMaxOutputTokens', '0', TOKENS],
    ['DefaultMaxOutputTokens', '4160', TOKENS],
    ['LowBalanceWarnCents', undefined, AMOUNT],
    ['LowBalanceWarnCents', '0.75', AMOUNT],
    ['LowBalanceWarnCents', '1e9', AMOUNT],
    ['PreferredTimezone', undefined, ZONE],
    ['PreferredTimezone', 'Mars/Olympus', ZONE],
    ['PerRequestCapCents', '26', 'Choose one of the options for “Per-request limit”'],
    ['PasswordRotationDays', undefined, 'Choose one of the options for “Password expires after”'],
  ] as const)('refuses the %s %j in words that stand beside the field', (name, text, message) => {
    const { error } = form.safeParse({ ...FILLED_IN, [name]: text });
    expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[name, message]]);
  });

  it('shows what is stored as it is written', () => {
    const shown = preferenceTexts({
      ...DEFAULT_PREFERENCES,
      PerRequestCapCents: 25,
      DefaultMaxOutputTokens: 128,
      DefaultProvider: 'local',
      DefaultModel: 'meta/llama-3',
    });
    expect(shown).toMatchObject({
      PerRequestCapCents: '25',
      DailySpendCapCents: '0',
      LowBalanceWarnCents: '0.50',
      DefaultMaxOutputTokens: '128',
      DefaultModel: 'local/meta/llama-3',
      PreferredTimezone: 'UTC',
      PasswordRotationDays: '0',
    });
    expect(form.safeParse(shown).success).toBe(true);
  });
});

it.each([
  ['new york', 'America/New_York'],
  ['BERLIN', 'Europe/Berlin'],
  ['utc', 'UTC'],
  // Not Antarctica/Rothera and whatever else has the letters somewhere in the middle.
  ['rom', 'Europe/Rome'],
  ['Kolkata', 'Asia/Kolkata'],
  ['Calcutta', 'Asia/Kolkata'],
  ['Mumbai', 'Asia/Kolkata'],
  ['दिल्ली', 'Asia/Kolkata'],
  ['Київ', 'Europe/Kyiv'],
  ['Kiev', 'Europe/Kyiv'],
  ['القاهره', 'Africa/Cairo'],
  ['東京', 'Asia/Tokyo'],
  ['Osaka', 'Asia/Tokyo'],
  ['México', 'America/Mexico_City'],
  ['munchen', 'Europe/Berlin'],
  ['Muenchen', 'Europe/Berlin'],
  ['izmir', 'Europe/Istanbul'],
  ['İSTANBUL', 'Europe/Istanbul'],
  ['Montreal', 'America/Toronto'],
  ['sao paulo', 'America/Sao_Paulo'],
  ['Türkiye', 'Europe/Istanbul'],
  ['Japan', 'Asia/Tokyo'],
  ['egypt', 'Africa/Cairo'],
])('searching the timezones for %j finds %s first', (text, zone) => {
  expect(findTimezones(text)[0]).toEqual({ id: zone, label: zone });
});
