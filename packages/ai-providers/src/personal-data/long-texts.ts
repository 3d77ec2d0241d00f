import { findPersonalData, REDACTED, type Country, type PersonalDataItem } from '../personal-data.js';
import { countriesOfLanguage } from './languages.js';
import { runInSlice } from '../time-slices.js';

const WINDOW_CHARS = 4 * 1024;
/** Longer than any item, on both sides: an item cut by one window's edge is whole in the next. */
const OVERLAP_CHARS = 1_024;

/** Finds all personal data in a text of any length, in slices that yield to other work. */
export async function findInLongText(
  text: string,
  countries?: readonly Country[],
): Promise<PersonalDataItem[]> {
  const items: PersonalDataItem[] = [];
  const spokenIn = countriesOfLanguage(text);
  let doneTo = 0;
  for (let from = 0; from < text.length; from += WINDOW_CHARS) {
    const to = Math.min(text.length, from + WINDOW_CHARS);
    const offset = Math.max(0, from - OVERLAP_CHARS);
    const part = text.slice(offset, to + OVERLAP_CHARS);
    const options = { limit: Number.POSITIVE_INFINITY, countries, spokenIn };
    for (const item of await runInSlice(() => findPersonalData(part, options))) {
      const [start, end] = [item.start + offset, item.end + offset];
      // Items that begin in another window are found there; those that reach in from the previous window are done.
      if (start < Math.max(from, doneTo) || start >= to) continue;
      items.push({ ...item, start, end });
      doneTo = end;
    }
  }
  return items;
}

/** Like `redactPersonalData`, for texts of any length. */
export async function redactLongText(text: string, countries?: readonly Country[]): Promise<string> {
  let redacted = '';
  let doneTo = 0;
  for (const { start, end } of await findInLongText(text, countries)) {
    redacted += text.slice(doneTo, start) + REDACTED;
    doneTo = end;
  }
  return redacted + text.slice(doneTo);
}
