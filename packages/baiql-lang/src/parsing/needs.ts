import type { DiagnosticCode } from '../diagnostics/severities.js';

/** What a line can lack, as it is said after "… requires". Some of these sentences are fixed by the language. */
export const NEEDS = {
  text: 'a text',
  path: 'a path',
  model: 'a model name',
  name: 'a name',
  number: 'a number',
  equals: '= after the name',
  value: 'a value',
  closing: 'a closing )',
  loop: 'a number, WHILE or UNTIL',
  source: 'COL, JSON, MATCH or FILE',
  cell: 'a number or a text',
  column: 'a column',
  policy: 'SKIP, HALT or RETRY',
  as: '"AS <TYPE>"',
  type: 'a type (FILE, DIR, REF, WORK, or LINES)',
  loadPath: 'a filename or path before AS',
  format: 'json or txt',
} as const;

/** Requirements with a diagnostic of their own; all others are BQ105. */
const OWN_CODES: Readonly<Record<string, DiagnosticCode>> = {
  [NEEDS.as]: 'BQ301',
  [NEEDS.type]: 'BQ302',
  [NEEDS.loadPath]: 'BQ303',
  [NEEDS.format]: 'BQ504',
};

export function codeOfNeed(need: string): DiagnosticCode {
  return OWN_CODES[need] ?? 'BQ105';
}
