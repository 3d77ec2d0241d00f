import {
  changedIn,
  preferenceNoun,
  preferencesFormShape,
  preferenceTexts,
  type Preferences,
} from '~/features/preferences';
import { z } from '~/core/shared/zod';
import { ownNameShape } from './schema';

/** The preferences on the account page, in its order. The dashboard shows all. */
const ACCOUNT_PREFERENCES = [
  'PerRequestCapCents',
  'DailySpendCapCents',
  'LowBalanceWarnCents',
  'DefaultMaxOutputTokens',
  'DefaultModel',
  'PreferredTimezone',
  'PersonalDataCountries',
  'PasswordRotationDays',
] as const;
export type AccountPreference = (typeof ACCOUNT_PREFERENCES)[number];

export const settingsShape = { ...ownNameShape, ...preferencesFormShape(ACCOUNT_PREFERENCES) };
export type SettingName = keyof typeof settingsShape;
export type SettingTexts = Record<SettingName, string>;

/**
 * All settings saved by the page's one Save button. `changed` lists the edited ones, so that a stale page doesn't
 * revert others; it is absent without JavaScript.
 */
export const accountSettingsSchema = z.object({ ...settingsShape, changed: z.string().max(500).optional() });
export type AccountSettingsInput = z.output<typeof accountSettingsSchema>;

export function settingNoun(name: SettingName): string {
  if (name === 'firstName') return 'first name';
  return name === 'lastName' ? 'last name' : preferenceNoun(name);
}

/** The settings as form values. The time zone is empty until the user chooses one. */
export const settingTexts = (
  name: { firstName: string; lastName: string },
  preferences: Preferences,
  isTimezoneChosen: boolean,
): SettingTexts => ({
  firstName: name.firstName,
  lastName: name.lastName,
  ...preferenceTexts(preferences, { isTimezoneChosen }),
});

export const changedSettings = (stored: SettingTexts, edits: Partial<SettingTexts>): SettingName[] =>
  changedIn(settingsShape, stored, edits);
