import type { Range } from '../source/position.js';
import { plainRange } from '../source/source.js';
import type { Diagnostic, Fix, RelatedPlace } from './diagnostic.js';
import { type DiagnosticCode, SEVERITIES } from './severities.js';

export interface ReportExtras {
  readonly related?: readonly RelatedPlace[];
  readonly fixes?: readonly (Fix | null)[];
}

/** Creates a diagnostic; empty lists of related ranges or fixes are omitted. */
export function report(
  code: DiagnosticCode,
  message: string,
  range: Range,
  extras: ReportExtras = {},
): Diagnostic {
  const fixes = extras.fixes?.filter((fix) => fix !== null) ?? [];
  const related = (extras.related ?? []).map((place) => ({ ...place, range: plainRange(place.range) }));
  return {
    code,
    severity: SEVERITIES[code],
    message,
    range: plainRange(range),
    ...(related.length > 0 ? { related } : {}),
    ...(fixes.length > 0 ? { fixes } : {}),
  };
}

/** A fix with one replacement. */
export function replaceFix(title: string, range: Range, newText: string): Fix {
  return { title, edits: [{ range: plainRange(range), newText }] };
}

/** "Change to X", or nothing without an X. */
export function changeToFix(range: Range, word: string | null): Fix | null {
  return word === null ? null : replaceFix(`Change to ${word}`, range, word);
}

/** A diagnostic as plain data, including its fixes: lazy ranges cannot be transferred to another thread. */
export function asData({ fixes, ...rest }: Diagnostic): Diagnostic {
  if (fixes === undefined) return rest;
  const plain = fixes.map((fix) => ({
    ...fix,
    edits: fix.edits.map(({ range, newText }) => ({ range: plainRange(range), newText })),
  }));
  return { ...rest, fixes: plain };
}
