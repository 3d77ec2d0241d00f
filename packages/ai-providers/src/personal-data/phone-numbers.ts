import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import { isNamedOtherwise } from './other-numbers.js';
import { WORD_CHARACTER } from './plain-characters.js';

export interface PhoneFound {
  start: number;
  end: number;
}

/** A run of digits and its position. */
interface Run {
  start: number;
  end: number;
  digits: string;
}

/** Separators within a number. */
const GAP = /^(?: ?\(|\)? ?[-./]? ?|\))$/;
const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})|\d{4}[./-]\d{1,2}[./-]\d{1,2})$/;
const MAX_PARTS = 6;
const MIN_DIGITS = 7;
/** ITU-T E.164. */
const MAX_DIGITS = 15;
/**
 * How far before a number a label such as "phone" is searched. Short labels occur inside other words: context, Beruf.
 */
const WORD_REACH = 40;
const PHONE_WORD =
  /^[^]*(?:phone|(?<!\p{L})(?:tel\b|cell|call|text|reach|cep\b|gsm|bel\b|(?:an|not|rück)?ruf)|tel[.:]|mobile|sms|fax|faks|whatsapp|dial|telefon|handy|mobil|móvil|téléphone|courriel ou|joindre|appel|cellulaire|teléfono|celular|llam|marc(?:a|ar|ando) al|contacto|chiama|cellulare|ligue|telefone|arayın|numaram|電話|携帯|連絡先|ファックス|هاتف|تليفون|جوال|موبايل|محمول|واتس|اتصل|للتواصل|फ़ोन|फोन|मोबाइल|दूरभाष|व्हाट्सऐप|संपर्क|कॉल)([^\n]*)$/iu;
/** As in "phone no. 5": closer than any other label. */
const NEXT_TO = 8;
/**
 * Parsing a candidate takes about 60 µs, valid or not, so a text full of candidates is abandoned after this many per
 * 1,000 characters.
 */
const MAX_FAILURES_PER_1000 = 12;

/** A letter or digit directly before or after makes it part of something else. */
const CONTINUED_BEFORE = new RegExp(`(?:${WORD_CHARACTER}|[_+@])$`, 'u');
const CONTINUED_AFTER = new RegExp(`^(?:${WORD_CHARACTER}|[_@]|[.,:/-]\\d)`, 'u');

/**
 * Finds phone numbers: international ones with a plus sign, and national formats of the countries. Bare digits count
 * only with a label before them, so that order numbers and amounts are left alone.
 */
export function findPhoneNumbers(text: string, countries: readonly CountryCode[]): PhoneFound[] {
  const found: PhoneFound[] = [];
  const runs = [...text.matchAll(/\d{1,16}/g)].map(({ 0: digits, index }): Run => {
    return { start: index, end: index + digits.length, digits };
  });
  let failuresLeft = Math.max(50, (text.length / 1000) * MAX_FAILURES_PER_1000);
  for (let first = 0; first < runs.length && failuresLeft > 0; first += 1) {
    for (let last = furthest(text, runs, first); last >= first; last -= 1) {
      const parts = runs.slice(first, last + 1);
      const candidate = candidateOf(text, parts);
      if (candidate === undefined) continue;
      if (isPhoneNumber(candidate, countries)) {
        found.push({ start: candidate.start, end: candidate.end });
        first = last;
        break;
      }
      failuresLeft -= 1;
    }
  }
  return found;
}

function furthest(text: string, runs: readonly Run[], first: number): number {
  let last = first;
  let digits = runs[first]?.digits.length ?? 0;
  while (last + 1 < runs.length && last - first + 1 < MAX_PARTS) {
    const [here, next] = [runs[last], runs[last + 1]];
    if (!here || !next || next.start - here.end > 3) break;
    digits += next.digits.length;
    if (digits > MAX_DIGITS || !GAP.test(text.slice(here.end, next.start))) break;
    last += 1;
  }
  return last;
}

interface Candidate {
  start: number;
  end: number;
  written: string;
  groups: string[];
  isInternational: boolean;
  /** The words before label it as a phone number or as another number. */
  isCalledPhone: boolean;
  isCalledOther: boolean;
}

/** A cheap filter: most numbers in texts are not phone numbers. */
function candidateOf(text: string, parts: readonly Run[]): Candidate | undefined {
  const [head] = parts;
  const tail = parts.at(-1);
  if (!head || !tail) return undefined;
  const groups = parts.map(({ digits }) => digits);
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  if (count < MIN_DIGITS || count > MAX_DIGITS) return undefined;
  let { start } = head;
  if (text[start - 1] === '(') start -= 1;
  const isInternational = text[start - 1] === '+';
  if (isInternational) start -= 1;
  // Part of a word, a longer number, an address or a decimal.
  if (CONTINUED_BEFORE.test(text.slice(Math.max(0, start - 2), start))) return undefined;
  if (/[\p{N}][.,:/-]$/u.test(text.slice(Math.max(0, start - 2), start))) return undefined;
  if (CONTINUED_AFTER.test(text.slice(tail.end, tail.end + 2))) return undefined;
  const written = text.slice(start, tail.end);
  if (DATE.test(written) || unevenBrackets(written)) return undefined;
  const before = text.slice(Math.max(0, start - WORD_REACH), start);
  const between = PHONE_WORD.exec(before)?.[1];
  return {
    start,
    end: tail.end,
    written,
    groups,
    isInternational,
    isCalledPhone: between !== undefined,
    isCalledOther: isNamedOtherwise(text, start) && (between === undefined || between.length > NEXT_TO),
  };
}

const unevenBrackets = (written: string): boolean => written.split('(').length !== written.split(')').length;

function isPhoneNumber(candidate: Candidate, countries: readonly CountryCode[]): boolean {
  const { groups, isInternational, isCalledPhone, isCalledOther } = candidate;
  if (isCalledOther || (groups.length === 1 && !isInternational && !isCalledPhone)) return false;
  if (isInternational) return parsePhoneNumberFromString(candidate.written)?.isPossible() === true;
  return countries.some((country) => isDialedIn(country, candidate));
}

function isDialedIn(country: CountryCode, { written, groups, isCalledPhone }: Candidate): boolean {
  const number = parsePhoneNumberFromString(written, country);
  if (!number?.isPossible()) return false;
  const national = number.formatNational().match(/\d+/g) ?? [];
  // A trunk prefix, such as 1 in North America, may be omitted.
  const own = groups.length === national.length + 1 && groups[0]?.length === 1 ? groups.slice(1) : groups;
  if (groups.length > 1 && own.join(' ') === national.join(' ')) return true;
  return number.isValid() && (isCalledPhone || groups[0]?.startsWith('0') === true);
}
