import { z } from '~/core/shared/zod';
import { parseNumber } from '~/ui/form/parse-number';
import { MAX_COUNTRIES } from './choices';
import {
  PREFERENCE_FIELDS,
  PREFERENCE_NAMES,
  type AskedPreference,
  type PreferenceField,
} from './preference-fields';
import { preferencesSchema } from './schema';

export type FieldSchema = z.ZodType<unknown, string | undefined>;

/** A control's validation rule: its text as the stored value, which the preference's own schema checks. */
function schemaOf(name: AskedPreference): FieldSchema {
  const field: PreferenceField = PREFERENCE_FIELDS[name];
  // Stands for two preferences, which are checked when it is taken apart.
  if (field.kind === 'model') return z.string().max(300).default('');
  return z
    .string()
    .optional()
    .transform((text, context) => {
      const read = preferencesSchema.shape[name].safeParse(valueOf(field, text));
      if (read.success && isOnStep(field, read.data)) return read.data;
      context.addIssue({ code: 'custom', message: advice(field, read.error) });
      return z.NEVER;
    });
}

/** Empty controls are not submitted. */
function valueOf({ kind }: PreferenceField, text: string | undefined): unknown {
  switch (kind) {
    case 'choice':
      return /^\d+$/.test(text ?? '') ? Number(text) : undefined;
    case 'switch':
      return text === 'on';
    case 'countries':
      return text === undefined || text === '' ? [] : text.split(',');
    case 'money':
      return Math.round((parseNumber(text ?? '') ?? Number.NaN) * 100);
    case 'count':
      return text === undefined ? null : (parseNumber(text) ?? Number.NaN);
    case 'text':
      // Browsers submit line breaks as CRLF.
      return (text ?? '').replaceAll('\r\n', '\n').trim();
    case 'option': {
      const value = text?.trim() ?? '';
      return value === '' ? null : value;
    }
    case 'timezone':
    case 'model':
      return text?.trim();
  }
}

/** The API takes amounts between the steps of the control. */
const isOnStep = (field: PreferenceField, value: unknown): boolean =>
  field.kind !== 'money' || Number.isInteger(Number(value) / (field.step * 100));

/** What to do about a wrong value, shown next to the control. */
function advice(field: PreferenceField, error: z.ZodError | undefined): string {
  switch (field.kind) {
    case 'text':
      return `Enter up to ${field.maxCharacters.toLocaleString('en-US')} characters`;
    case 'timezone':
      return 'Choose a timezone from the list, such as Europe/Berlin';
    case 'countries':
      return error?.issues.some(({ code }) => code === 'too_big')
        ? `Choose up to ${String(MAX_COUNTRIES)} countries`
        : 'Choose countries from the list';
    case 'money':
    case 'count':
      return `Enter ${field.asked}`;
    case 'choice':
    case 'option':
    case 'switch':
    case 'model':
      return `Choose one of the options for “${field.label}”`;
  }
}

/** The form schema of these preferences. */
export const preferencesFormShape = <Name extends AskedPreference>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(name)])) as Record<Name, FieldSchema>;

/**
 * All preferences with one Save button. `changed` names the edited ones, so that a stale page doesn't revert others; it
 * is absent without scripts.
 */
export const allPreferencesSchema = z.object({
  ...preferencesFormShape(PREFERENCE_NAMES),
  changed: z.string().max(1000).optional(),
});
