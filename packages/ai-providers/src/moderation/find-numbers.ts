import type { Country, PersonalDataKind } from '../personal-data.js';
import { findInLongText } from '../personal-data/long-texts.js';
import type { Findings } from './contract.js';

const KINDS: Readonly<Record<Exclude<PersonalDataKind, 'card'>, string>> = {
  email: 'an email address',
  phone: 'a phone number',
  ssn: 'a Social Security number',
  iban: 'a bank account number',
  account: 'a bank account number',
  'national-id': 'a national ID or tax number',
  ip: 'an IP address',
  key: 'an API key',
};

/** Findings by pattern, independent of the classifier: cards and personal data. */
export async function findNumbers(text: string, countries?: readonly Country[]): Promise<Findings> {
  const found = await findInLongText(text, countries);
  const cards = found.filter(({ kind }) => kind === 'card').length;
  const kinds = new Set(found.flatMap(({ kind }) => (kind === 'card' ? [] : [KINDS[kind]])));
  return {
    ...(cards > 0 && {
      'payment-cards': { score: 1, note: cards === 1 ? 'a card number' : `${String(cards)} card numbers` },
    }),
    ...(kinds.size > 0 && { 'personal-data': { score: 1, note: [...kinds].join(', ') } }),
  };
}
