import { z } from '~/core/shared/zod';
import { parseNumber } from '~/ui/form/parse-number';
import {
  PREFERENCE_FIELDS,
  PREFERENCE_NAMES,
  type AskedPreference,
  type PreferenceField,
} from './preference-fields';
import { MAX_COUNTRIES } from './choices';
import { isCountryCode } from './countries';
import { isTimezone } from './timezones';

export type FieldSchema = z.ZodType<unknown, string | undefined>;

/** The control's validation rule, with the message shown next to it. Empty controls are not submitted. */
function schemaOf(field: PreferenceField): FieldSchema {
  switch (field.kind) {
    case 'choice': {
      const wrong = `Choose one of the options for “${field.label}”`;
      const { choices, others } = field;
      const isListed = (text: string) => choices.some(({ value }) => value === text);
      const isOther = (text: string) =>
        others !== undefined &&
        /^\d+$/.test(text) &&
        Number(text) <= others.max &&
        Number(text) % others.step === 0;
      return z
        .string(wrong)
        .refine((text) => isListed(text) || isOther(text), wrong)
        .transform(Number);
    }
    case 'option':
      return z.enum(
        field.choices.map(({ value }) => value),
        `Choose one of the options for “${field.label}”`,
      );
    case 'switch':
      return z
        .string()
        .optional()
        .transform((text) => text === 'on');
    case 'timezone': {
      const wrong = 'Choose a timezone from the list, such as Europe/Berlin';
      return z.string(wrong).trim().max(60, wrong).refine(isTimezone, wrong);
    }
    case 'countries':
      return z
        .string()
        .default('')
        .transform((text) => (text === '' ? [] : text.split(',')))
        .refine((codes) => codes.every(isCountryCode), 'Choose countries from the list')
        .refine((codes) => codes.length <= MAX_COUNTRIES, `Choose up to ${String(MAX_COUNTRIES)} countries`);
    case 'model':
      return z.string().max(300).default('');
    case 'money':
      return numberSchema(field).transform((dollars) => Math.round(Number(dollars) * 100));
    case 'count':
      return numberSchema(field);
  }
}

/** Parses "1,024". Empty is null if allowed. */
const numberSchema = ({
  kind,
  min,
  max,
  step,
  asked,
}: Extract<PreferenceField, { kind: 'money' | 'count' }>) =>
  z
    .string()
    .optional()
    .transform((text) =>
      text === undefined && kind === 'count' ? null : (parseNumber(text ?? '') ?? Number.NaN),
    )
    .refine(
      (value) => value === null || (value >= min && value <= max && Number.isInteger(value / step)),
      `Enter ${asked}`,
    );

/** The form schema of these preferences. */
export const preferencesFormShape = <Name extends AskedPreference>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(PREFERENCE_FIELDS[name])])) as Record<
    Name,
    FieldSchema
  >;

/**
 * All preferences with one Save button. `changed` names the edited ones, so that a stale page doesn't revert others; it
 * is absent without scripts.
 */
export const allPreferencesSchema = z.object({
  ...preferencesFormShape(PREFERENCE_NAMES),
  changed: z.string().max(1000).optional(),
});
