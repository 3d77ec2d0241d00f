import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { submit } from '../../../tests/support/accounts';
import { testServices, type TestServices } from '../../../tests/support/services';
import { accountSettingsSchema, changedSettings, settingTexts, type SettingTexts } from './account-settings';
import { saveSettings } from './index.server';

describe('saving the settings', () => {
  let services: TestServices;
  let actor: Actor;
  let token: string;
  beforeEach(async () => {
    services = testServices();
    ({ actor, token } = await services.signUp());
  });
  afterEach(() => services.close());

  /** The form as the page shows it. */
  const shown = async (): Promise<SettingTexts> =>
    settingTexts(actor, await services.preferences.read(actor.userId), true);

  /** Sends the whole form, as browsers do; an empty field sends nothing that counts. */
  async function save(edits: Partial<SettingTexts> & { changed?: string }): Promise<string> {
    const fields = Object.entries({ ...(await shown()), ...edits });
    const sent = Object.fromEntries(fields.filter(([, text]) => text !== ''));
    return (await submit(accountSettingsSchema, sent, (input) => saveSettings(services, actor, input)))
      .message;
  }

  it('says by name what was saved', async () => {
    expect(await save({ DailySpendCapCents: '500' })).toBe('Saved: daily limit');
    expect(
      await save({ lastName: 'Byron', DefaultModel: 'openai/gpt-4.1', PasswordRotationDays: '90' }),
    ).toBe('Saved: last name, model, and password expiration');
    expect(await save({})).toBe('Nothing to save');
    expect(await services.preferences.read(actor.userId)).toMatchObject({
      DailySpendCapCents: 500,
      DefaultProvider: 'openai',
      DefaultModel: 'gpt-4.1',
      PasswordRotationDays: 90,
    });
  });

  it('changes the name at once, in sessions that are open too', async () => {
    await save({ firstName: '  Augusta ', lastName: '' });
    expect(await services.sessions.find(token, 'bearer')).toMatchObject({
      firstName: 'Augusta',
      lastName: '',
    });
  });

  it.each([
    ['', 'First name is required'],
    ['x'.repeat(101), 'First name must be at most 100 characters long'],
    ['Ada\nBcc: everyone', 'First name contains characters that are not allowed'],
  ])('refuses the first name %j', async (firstName, message) => {
    await expect(save({ firstName })).rejects.toMatchObject({ message });
    expect(await services.prisma.user.findUnique({ where: { id: actor.userId } })).toMatchObject({
      firstName: 'Ada',
    });
  });

  it('leaves alone what was changed elsewhere while this page was open', async () => {
    const old = await shown();
    await save({ DailySpendCapCents: '500' });
    const message = await save({ ...old, PerRequestCapCents: '25', changed: 'PerRequestCapCents' });
    expect(message).toBe('Saved: per-request limit');
    expect(await services.preferences.read(actor.userId)).toMatchObject({
      DailySpendCapCents: 500,
      PerRequestCapCents: 25,
    });
  });

  it('chooses a timezone only when asked to, even the one that is used anyway', async () => {
    const isChosen = () => services.preferences.isChosen(actor.userId, 'PreferredTimezone');
    await save({ DailySpendCapCents: '500', changed: 'DailySpendCapCents' });
    await save({ DailySpendCapCents: '0' });
    expect(await isChosen()).toBe(false);
    expect(await save({ PreferredTimezone: 'UTC', changed: 'PreferredTimezone' })).toBe('Saved: timezone');
    expect(await isChosen()).toBe(true);
  });
});

describe('a setting', () => {
  const STORED: SettingTexts = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    PerRequestCapCents: '0',
    DailySpendCapCents: '0',
    LowBalanceWarnCents: '0.50',
    DefaultMaxOutputTokens: '',
    DefaultModel: '',
    PreferredTimezone: 'UTC',
    PersonalDataCountries: '',
    PasswordRotationDays: '0',
  };
  it.each([
    [{ LowBalanceWarnCents: '0.5' }, []],
    [{ LowBalanceWarnCents: '.50' }, []],
    [{ LowBalanceWarnCents: '1' }, ['LowBalanceWarnCents']],
    [{ LowBalanceWarnCents: 'nothing' }, ['LowBalanceWarnCents']],
    [{ DefaultMaxOutputTokens: 'nothing' }, ['DefaultMaxOutputTokens']],
    [{ firstName: 'Ada ' }, []],
    [{ lastName: '', DefaultModel: '' }, ['lastName']],
  ])('edited to %j has changed when it means something else: %j', (edits, changed) => {
    expect(changedSettings(STORED, edits)).toEqual(changed);
  });
});
