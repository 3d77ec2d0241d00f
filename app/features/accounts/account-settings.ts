import {
  changedIn,
  preferenceNoun,
  preferencesFormShape,
  preferenceTexts,
  type Preferences,
} from '~/features/preferences';
import { z } from '~/core/shared/zod';
import { ownNameShape } from './schema';

/** The preferences that the account page asks for, in its order; the dashboard asks for all. */
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
 * What the account page changes with its one Save button: the name, and the preferences that count. `changed` names
 * those that were touched, so that a page left open elsewhere does not put back the others; without scripts it is absent.
 */
export const accountSettingsSchema = z.object({ ...settingsShape, changed: z.string().max(500).optional() });
export type AccountSettingsInput = z.output<typeof accountSettingsSchema>;

export function settingNoun(name: SettingName): string {
  if (name === 'firstName') return 'first name';
  return name === 'lastName' ? 'last name' : preferenceNoun(name);
}

/** Each setting as it stands in its control. A timezone that nobody chose is empty. */
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
