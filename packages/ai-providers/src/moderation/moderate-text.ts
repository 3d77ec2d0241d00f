import { findPersonalData, type PersonalDataItem } from '../personal-data.js';
import {
  CATEGORIES,
  keepGravest,
  type Findings,
  type ModerationResult,
  type ModerationSettings,
} from './contract.js';
import { cutText } from './cut-text.js';
import { decide } from './decide.js';
import { findPaymentCards } from './payment-cards.js';
import { windowsOf } from './redact-long-text.js';
import { scoreText } from './rules/score-text.js';
import { inTurn } from '../take-turns.js';

const KINDS: Readonly<Record<PersonalDataItem['kind'], string>> = {
  email: 'an e-mail address',
  phone: 'a phone number',
  ssn: 'a social security number',
};

const SLICE_UNITS = 16 * 1024;

/** Judges a text by our own rules alone: the same text gives the same result, with nothing sent anywhere. */
export async function moderateText(text: string, settings: ModerationSettings): Promise<ModerationResult> {
  return decide({ ...(await scoreLongText(text)), ...(await findNumbers(text)) }, settings, 'rules');
}

/** As `scoreText`, for texts of any length on a thread that others need as well. */
export async function scoreLongText(text: string): Promise<Findings> {
  const findings: Findings = {};
  for (const slice of cutText(text, SLICE_UNITS)) {
    addFindings(findings, await inTurn(() => scoreText(slice)));
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
export async function findNumbers(text: string): Promise<Findings> {
  const kinds = new Set<PersonalDataItem['kind']>();
  const findings: Findings = {};
  for (const window of windowsOf(text)) {
    const cards = await inTurn(() => findPaymentCards(window.text));
    if (cards) keepGravest(findings, 'payment-cards', cards);
    for (const { kind } of await inTurn(() => findPersonalData(window.text))) kinds.add(kind);
  }
  if (kinds.size > 0) {
    findings['personal-data'] = { score: 1, note: [...kinds].map((kind) => KINDS[kind]).join(', ') };
  }
  return findings;
}
