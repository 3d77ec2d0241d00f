/** Transactions that failed for the same reason. */
export interface FailureGroup {
  /** The reason; parts that differ within the group are replaced. */
  reason: string;
  /** How to fix it. */
  advice: string;
  count: number;
  /** The first transaction of the group. */
  first: { batch: number; number: number };
}

interface Failure {
  batch: number;
  number: number;
  reason: string;
}

const RETRY = '“Retry failed only” asks again.';

/** Advice by reason; the first match applies. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /cut off at/i,
    'The reply was longer than its limit. Ask for a shorter one, or raise MAX_TOKENS, in a new run.',
  ],
  [
    /is not JSON|reply is missing/i,
    `${RETRY} If it happens again, name the keys in the prompt, or correct the reply by hand.`,
  ],
  [
    /is empty\.$|is damaged|password|encrypted/i,
    'Replace it with a good copy of the same name. “Retry failed only” then reads it again.',
  ],
  [
    /OCR|no text/i,
    'Put SET OCR_IF_EMPTY = ON before LOAD, and run the script again. You’re offered the replies you have, so you don’t pay for them twice.',
  ],
  [/belongs to|empty key/i, 'Rename the file after its row, or name the column that has the key with MATCH.'],
  [
    /safety rules|moderation|blocked/i,
    'The text was refused. Change this row or the prompt: asking again rarely helps.',
  ],
  [
    /needs numbers, but one value is missing/i,
    'A cell or a reply is empty. To leave such rows out, put an IF that compares it with "" and a SKIP before this.',
  ],
  [
    /needs numbers|not a number|division by zero/i,
    'The script uses text in a calculation. Check the column, or ask the model for only a number.',
  ],
  [
    /there is no|has no value|no field/i,
    'The script asks for something that isn’t there. Check its name against the columns listed.',
  ],
  [/rate limit|too many requests/i, `The provider asked to slow down. ${RETRY} A lower LIMIT helps.`],
  [
    /timed out|in time|connection|overloaded|unavailable|could not be reached|did not answer/i,
    `This usually passes. ${RETRY}`,
  ],
  [/longer than|too long/i, 'Shorten the file or the prompt, or split the row.'],
  [/per-request limit/i, 'Raise your per-request limit in your account, then retry.'],
];
const OTHERWISE = `Open one to see its prompt and reply. ${RETRY}`;

export const adviceFor = (reason: string): string =>
  ADVICE.find(([pattern]) => pattern.test(reason))?.[1] ?? OTHERWISE;

/** Groups reasons that differ only in quotes, numbers or file names. */
export function groupFailures(failures: Iterable<Failure>): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const { batch, number, reason } of failures) {
    const pattern = patternOf(reason);
    const known = groups.get(pattern);
    if (known === undefined) {
      groups.set(pattern, { reason, advice: adviceFor(reason), count: 1, first: { batch, number } });
      continue;
    }
    known.count += 1;
    if (known.reason !== reason) known.reason = pattern;
  }
  return [...groups.values()].toSorted((one, other) => other.count - one.count);
}

const ENDINGS =
  '\\.(?:pdf|docx?|pptx|odt|ods|rtf|epub|eml|txt|md|csv|tsv|xlsx|jsonl?|html?|png|jpe?g|webp|gif|bmp|avif|heic|tiff?)\\b';
const NAME = new RegExp(`[^\\s"“”]+${ENDINGS}`, 'gi');
/** Matches a sentence that begins with a file name: only there is it clear where a name with spaces starts. */
const NAME_FIRST = new RegExp(
  `^[^"“”]*?${ENDINGS}(?= (?:is|has|holds|cannot|can’t|could|does|took|needs)\\b)`,
  'i',
);

/** The reason with quotes, file names and numbers replaced, and without a list of alternatives. */
const patternOf = (reason: string): string =>
  reason
    .replace(/(?<=^(?:No|More than one) (?:file|row) belongs to .*)(?:The \w+|They) are .*$/s, '')
    .trimEnd()
    .replace(NAME_FIRST, '…')
    .replace(/"(?:[^"\\]|\\.)*"|“[^”]*”/g, '“…”')
    .replace(NAME, '…')
    .replace(/\d[\d,.]*\d|\d/g, '…')
    .replace(/(?:…, )+…/g, '…');
