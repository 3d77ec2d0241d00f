import {
  PREFERENCE_FIELDS,
  preferencesFormShape,
  preferenceTexts,
  type AskedPreference,
  type Preferences,
} from '~/features/preferences';
import { z } from '~/core/shared/zod';
import { ownNameShape } from './schema';

const settingsShape = { ...ownNameShape, ...preferencesFormShape };
export type SettingName = keyof typeof settingsShape;
export type SettingTexts = Record<SettingName, string>;

/**
 * What the account page changes with its one Save button: the name, and the preferences that count. `changed` names
 * those that were touched, so that a page left open elsewhere does not put back the others; without scripts it is absent.
 */
export const accountSettingsSchema = z.object({ ...settingsShape, changed: z.string().max(500).optional() });
export type AccountSettingsInput = z.output<typeof accountSettingsSchema>;

/** In the order of the page. */
const SETTING_NAMES = Object.keys(settingsShape) as SettingName[];

const isPreference = (name: SettingName): name is AskedPreference => name in PREFERENCE_FIELDS;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function nounOf(name: SettingName): string {
  if (!isPreference(name)) return name === 'firstName' ? 'first name' : 'last name';
  const field: { label: string; noun?: string } = PREFERENCE_FIELDS[name];
  return field.noun ?? lowerFirst(field.label);
}

/** "daily limit, model and timezone". */
export const listSettings = (names: readonly SettingName[]): string =>
  new Intl.ListFormat('en-US').format(names.map(nounOf));

/** Each setting as it stands in its control. A timezone that nobody chose is empty. */
export const settingTexts = (
  name: { firstName: string; lastName: string },
  preferences: Preferences,
  isTimezoneChosen: boolean,
): SettingTexts => ({
  firstName: name.firstName,
  lastName: name.lastName,
  ...preferenceTexts(preferences),
  ...(isTimezoneChosen ? {} : { PreferredTimezone: '' }),
});

/** The settings whose edited text means something else than what is stored: "0.5" is "0.50". */
export const changedSettings = (stored: SettingTexts, edits: Partial<SettingTexts>): SettingName[] =>
  SETTING_NAMES.filter((name) => {
    const edit = edits[name];
    return edit !== undefined && meaningOf(name, edit) !== meaningOf(name, stored[name]);
  });

function meaningOf(name: SettingName, text: string): string {
  const read = settingsShape[name].safeParse(text === '' ? undefined : text);
  return read.success ? `means ${JSON.stringify(read.data)}` : `reads ${text}`;
}
