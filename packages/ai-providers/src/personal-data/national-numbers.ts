import type { CountryCode } from 'libphonenumber-js';
import * as cpf from 'stdnum/lib/cjs/br/cpf.js';
import * as sin from 'stdnum/lib/cjs/ca/sin.js';
import * as idnr from 'stdnum/lib/cjs/de/idnr.js';
import * as svnr from 'stdnum/lib/cjs/de/svnr.js';
import * as dni from 'stdnum/lib/cjs/es/dni.js';
import * as nie from 'stdnum/lib/cjs/es/nie.js';
import * as nir from 'stdnum/lib/cjs/fr/nir.js';
import * as nino from 'stdnum/lib/cjs/gb/nino.js';
import * as aadhaar from 'stdnum/lib/cjs/in/aadhaar.js';
import * as pan from 'stdnum/lib/cjs/in/pan.js';
import * as codiceFiscale from 'stdnum/lib/cjs/it/codicefiscale.js';
import * as clabe from 'stdnum/lib/cjs/mx/clabe.js';
import * as curp from 'stdnum/lib/cjs/mx/curp.js';
import * as rfc from 'stdnum/lib/cjs/mx/rfc.js';
import * as bsn from 'stdnum/lib/cjs/nl/bsn.js';
import * as nif from 'stdnum/lib/cjs/pt/nif.js';
import * as tckimlik from 'stdnum/lib/cjs/tr/tckimlik.js';
import { isNamedOtherwise, NAME_REACH } from './other-numbers.js';
import { hasLuhnDigit } from './payment-cards.js';
import { WORD_CHARACTER } from './plain-characters.js';

/** A national identification number or a bank account number. */
interface NationalNumber {
  kind: 'national-id' | 'account';
  country: CountryCode;
  /** The pattern, without context. */
  pattern: string;
  /** Its common name. */
  name: RegExp;
  isValid: (written: string) => boolean;
  /**
   * Extra condition: none if no other number looks like it; its country (the user's, or one of the text's language); or
   * its name nearby if one in ten random numbers passes the check.
   */
  needs: 'nothing' | 'country' | 'name';
}

interface Checker {
  validate: (written: string) => { isValid: boolean };
}
const by =
  ({ validate }: Checker) =>
  (written: string): boolean =>
    validate(written).isValid;

/** Numbers and their checks (python-stdnum's, by the package stdnum; checked 2026-11-28). */
const NUMBERS: readonly NationalNumber[] = [
  {
    kind: 'national-id',
    country: 'MX',
    pattern: '[A-Z]{4}\\d{6}[HMX][A-Z]{5}[A-Z0-9]\\d',
    name: /curp/i,
    isValid: by(curp),
    needs: 'nothing',
  },
  {
    kind: 'national-id',
    country: 'MX',
    pattern: '[A-ZÑ&]{4}-?\\d{6}-?[A-Z0-9]{2}[A-Z0-9]',
    name: /rfc/i,
    isValid: by(rfc),
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'IT',
    pattern: '[A-Z]{6} ?\\d{2}[A-EHLMPR-T]\\d{2} ?[A-Z]\\d{3}[A-Z]',
    name: /codice fiscale/i,
    isValid: by(codiceFiscale),
    needs: 'nothing',
  },
  {
    kind: 'national-id',
    country: 'DE',
    pattern: '\\d{2} ?\\d{6} ?[A-Z] ?\\d{3}',
    name: /(?:sozial|renten)versicherung|\bsvnr/i,
    isValid: by(svnr),
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'ES',
    pattern: '[XYZ][- ]?\\d{7}[- ]?[A-Z]',
    name: /\bnie\b/i,
    isValid: by(nie),
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'ES',
    pattern: '\\d{2}\\.?\\d{3}\\.?\\d{3}[- ]?[A-Z]',
    name: /\bdni\b|\bnif\b/i,
    isValid: by(dni),
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'GB',
    pattern: '[A-Z]{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]',
    name: /national insurance|\bnino?\b/i,
    isValid: by(nino),
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'IN',
    pattern: '[A-Z]{5}\\d{4}[A-Z]',
    name: /\bpan\b|पैन|स्थायी खाता/i,
    isValid: by(pan),
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'FR',
    pattern: '[12] ?\\d{2} ?\\d{2} ?\\d[\\dAB] ?\\d{3} ?\\d{3} ?\\d{2}',
    name: /sécurité sociale|securite sociale|\bnir\b|\bnss\b|\binsee\b/i,
    isValid: by(nir),
    needs: 'country',
  },
  {
    kind: 'account',
    country: 'MX',
    pattern: '\\d{3} ?\\d{3} ?\\d{11} ?\\d',
    name: /clabe|interbancari/i,
    isValid: by(clabe),
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'EG',
    pattern: '[23]\\d{13}',
    name: /الرقم القومي|رقم قومي|البطاقة|national id/i,
    isValid: isEgyptianNumber,
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'BR',
    pattern: '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}',
    name: /\bcpf\b/i,
    isValid: by(cpf),
    needs: 'nothing',
  },
  {
    kind: 'national-id',
    country: 'BR',
    pattern: '\\d{11}',
    name: /\bcpf\b/i,
    isValid: by(cpf),
    needs: 'name',
  },
  {
    kind: 'national-id',
    country: 'TR',
    pattern: '\\d{11}',
    name: /kimlik|\btc(?:kn)?\b|t\.\s?c\./i,
    isValid: by(tckimlik),
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'DE',
    pattern: '\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}',
    name: /steuer-?\s?(?:id|nummer)|identifikationsnummer|\bidnr|\btin\b/i,
    isValid: by(idnr),
    needs: 'name',
  },
  {
    kind: 'national-id',
    country: 'MX',
    pattern: '\\d{2}[- ]?\\d{2}[- ]?\\d{2}[- ]?\\d{4}[- ]?\\d',
    name: /\bnss\b|seguro social|\bimss\b/i,
    isValid: (written) => hasLuhnDigit(written.replace(/\D/g, '')),
    needs: 'name',
  },
  {
    kind: 'national-id',
    country: 'IN',
    pattern: '[2-9]\\d{3}[ -]?\\d{4}[ -]?\\d{4}',
    name: /aadhaa?r|\buid(?:ai)?\b|आधार/i,
    isValid: by(aadhaar),
    needs: 'country',
  },
  {
    kind: 'national-id',
    country: 'JP',
    pattern: '\\d{4}[ -]?\\d{4}[ -]?\\d{4}',
    name: /個人番号|マイナンバー|my number/i,
    isValid: isMyNumber,
    needs: 'name',
  },
  {
    kind: 'national-id',
    country: 'CA',
    pattern: '\\d{3}[ -]?\\d{3}[ -]?\\d{3}',
    name: /\bnas\b|\bsin\b|assurance sociale|social insurance/i,
    isValid: by(sin),
    needs: 'name',
  },
  {
    kind: 'national-id',
    country: 'NL',
    pattern: '\\d{4}[. ]?\\d{2}[. ]?\\d{3}|\\d{3}[. ]?\\d{3}[. ]?\\d{3}',
    name: /\bbsn\b|burgerservice|sofi/i,
    isValid: by(bsn),
    needs: 'name',
  },
  {
    kind: 'national-id',
    country: 'PT',
    pattern: '\\d{3} ?\\d{3} ?\\d{3}',
    name: /\bnif\b|contribuinte/i,
    isValid: by(nif),
    needs: 'name',
  },
];

/** Patterns bounded so that they don't match inside longer numbers or words. */
const COMPILED = NUMBERS.map((number) => ({
  ...number,
  expression: new RegExp(
    `(?<!${WORD_CHARACTER}|\\p{N}[.,:/-]|[.,_]\\p{N}{0,3}|[_#/])(?:${number.pattern})(?!${WORD_CHARACTER}|[_/]|[.,:-]\\p{N})`,
    'giu',
  ),
}));

export interface NationalNumberFound {
  kind: NationalNumber['kind'];
  start: number;
  end: number;
}

/** Suffixes after a name: "(Aadhaar)", "は個人番号です". */
const NAME_REACH_AFTER = 20;

/** Every number has at least four digits. */
const FOUR_DIGITS = /(?:\d\D*){4}/;

/**
 * Finds numbers of one kind by pattern, check digit and context; `countries` are the user's and those of the text's
 * language. Runs in linear time.
 */
export function findNationalNumbers(
  text: string,
  wanted: NationalNumber['kind'],
  countries: readonly CountryCode[],
): NationalNumberFound[] {
  if (!FOUR_DIGITS.test(text)) return [];
  return COMPILED.filter(({ kind }) => kind === wanted).flatMap(
    ({ kind, country, expression, name, isValid, needs }) =>
      [...text.matchAll(expression)].flatMap(({ 0: written, index: start }) => {
        const end = start + written.length;
        const line =
          text
            .slice(Math.max(0, start - NAME_REACH), start)
            .split('\n')
            .at(-1) ?? '';
        const after = text.slice(end, end + NAME_REACH_AFTER).split('\n')[0] ?? '';
        const isNamed = name.test(line) || name.test(after);
        const isExpected = needs === 'nothing' || (needs === 'country' && countries.includes(country));
        if (!isNamed && (!isExpected || isNamedOtherwise(text, start))) return [];
        return isValid(written) ? [{ kind, start, end }] : [];
      }),
  );
}

const MY_NUMBER_WEIGHTS = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Japan's My Number: check digit by ordinance 85 of 2014, article 5 (checked 2026-11-28). */
function isMyNumber(written: string): boolean {
  const digits = written.replace(/\D/g, '');
  const sum = MY_NUMBER_WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  const rest = sum % 11;
  return !/^(\d)\1+$/.test(digits) && Number(digits[11]) === (rest <= 1 ? 0 : 11 - rest);
}

const EGYPTIAN_GOVERNORATES = /^(?:0[1-4]|1[1-9]|2[1-9]|3[1-5]|88)$/;

/**
 * Egypt's national ID: century, date of birth, governorate, serial number. The algorithm of the last digit is not
 * published.
 */
function isEgyptianNumber(written: string): boolean {
  const [, century, year, month, day, governorate] =
    /^([23])(\d\d)(\d\d)(\d\d)(\d\d)\d{5}$/.exec(written) ?? [];
  if (!century || !year || !month || !day || !governorate) return false;
  const born = new Date(
    Date.UTC(Number(`${century === '2' ? '19' : '20'}${year}`), Number(month) - 1, Number(day)),
  );
  return (
    born.getUTCDate() === Number(day) &&
    born.getUTCMonth() === Number(month) - 1 &&
    EGYPTIAN_GOVERNORATES.test(governorate)
  );
}
