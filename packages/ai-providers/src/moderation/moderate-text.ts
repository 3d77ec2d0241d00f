import { findPersonalData, type PersonalDataItem } from '../personal-data.js';
import {
  CATEGORIES,
  keepGravest,
  type Finding,
  type Findings,
  type ModerationResult,
  type ModerationSettings,
} from './contract.js';
import { cutText } from './cut-text.js';
import { decide } from './decide.js';
import { findPaymentCards } from './payment-cards.js';
import { scoreText } from './rules/score-text.js';

const KINDS: Readonly<Record<PersonalDataItem['kind'], string>> = {
  email: 'an e-mail address',
  phone: 'a phone number',
  ssn: 'a social security number',
};

/** Other work gets its turn after so many characters, which take some 20 ms. */
const SLICE_UNITS = 64 * 1024;

/** Judges a text by our own rules alone: the same text gives the same result, at once, with nothing sent anywhere. */
export function moderateText(text: string, settings: ModerationSettings): ModerationResult {
  return decide({ ...scoreText(text), ...findNumbers(text) }, settings, 'rules');
}

/** As `scoreText`, for texts of any length on a thread that others need as well. */
export async function scoreLongText(text: string): Promise<Findings> {
  const findings: Findings = {};
  for (const [index, slice] of cutText(text, SLICE_UNITS).entries()) {
    if (index > 0) await new Promise((resolve) => setImmediate(resolve));
    addFindings(findings, scoreText(slice));
  }
  return findings;
}

/** Adds what else was seen; of each category the graver finding stays. */
export function addFindings(findings: Findings, others: Findings): void {
  for (const category of CATEGORIES) {
    const finding = others[category];
    if (finding) keepGravest(findings, category, finding);
  }
}

/** What has a shape that can be told for certain, whoever judges the rest. */
export function findNumbers(text: string): Findings {
  const cards = findPaymentCards(text);
  const personal = describePersonalData(text);
  return {
    ...(cards && { 'payment-cards': cards }),
    ...(personal && { 'personal-data': personal }),
  };
}

function describePersonalData(text: string): Finding | undefined {
  const kinds = new Set(findPersonalData(text).map(({ kind }) => kind));
  if (kinds.size === 0) return undefined;
  return { score: 1, note: [...kinds].map((kind) => KINDS[kind]).join(', ') };
}
