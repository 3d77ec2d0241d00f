import { DAY_MS } from './clock';
import { z } from './zod';

/** Years before are those typed with two digits. */
const FIRST_DAY = '2000-01-01';
/** A calendar day, such as 2026-11-22, in a user's time zone. */
export const day = z.iso
  .date('must be a day such as 2026-11-20')
  .refine((text) => text >= FIRST_DAY, 'must be a day such as 2026-11-20');
const isDayOfCalendar = (text: string): boolean => z.iso.date().safeParse(text).success;
const DAY_CHARACTERS = '2026-11-20'.length;

/**
 * An optional ISO date-time; UTC if it has no zone. Parsed to milliseconds since 1970. `more` is appended to the
 * documentation.
 */
export const momentOf = (dayAlone: 'its beginning' | 'its end', more = '') =>
  z
    .string()
    .transform((text, context) => {
      const isDay = isDayOfCalendar(text);
      const hasZone = isDay || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
      // JavaScript would read February 31 as March 3.
      const isReal = isDayOfCalendar(text.slice(0, DAY_CHARACTERS));
      const atMs = isReal ? Date.parse(hasZone ? text : `${text}Z`) : Number.NaN;
      if (Number.isNaN(atMs)) context.addIssue('must be a date such as 2026-11-20T09:00:00Z');
      return isDay && dayAlone === 'its end' ? atMs + DAY_MS : atMs;
    })
    .optional()
    .meta({
      description: `A time such as 2026-11-20T09:00:00Z, or a day in UTC, which stands for ${dayAlone}.${more}`,
    });
