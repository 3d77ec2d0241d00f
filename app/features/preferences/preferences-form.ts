import { z } from '~/core/shared/zod';
import { parseNumber } from '~/ui/form/parse-number';
import { PREFERENCE_FIELDS, type AskedPreference, type PreferenceField } from './preference-fields';
import { isTimezone } from './timezones';

type FieldSchema = z.ZodType<unknown, string | undefined>;

/** The control's own rule, in words that stand beside it. An empty control sends nothing. */
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
    case 'timezone': {
      const wrong = 'Choose a timezone from the list, such as Europe/Berlin';
      return z.string(wrong).trim().max(60, wrong).refine(isTimezone, wrong);
    }
    case 'model':
      return z.string().max(300).default('');
    case 'money':
      return numberSchema(field).transform((dollars) => Math.round(Number(dollars) * 100));
    case 'count':
      return numberSchema(field);
  }
}

/** A number as people write it: "1,024". Nothing at all is null, where that is allowed. */
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

/** The fields of a form of preferences, each with its rule. */
export const preferencesFormShape = Object.fromEntries(
  Object.entries(PREFERENCE_FIELDS).map(([name, field]) => [name, schemaOf(field)]),
) as Record<AskedPreference, FieldSchema>;
