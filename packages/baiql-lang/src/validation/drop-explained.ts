import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import type { DiagnosticCode } from '../diagnostics/severities.js';

/** Diagnostics that are dropped if a more serious one exists, which may be the cause. */
const DROPPED_WHEN: ReadonlyMap<DiagnosticCode, (said: Diagnostic) => boolean> = new Map([
  // A PROMPT without RUN is not sent; an unused name or reply may be missing in it.
  ['BQ409', ({ severity, code }) => severity === 'error' || ['BQ216', 'BQ403', 'BQ417'].includes(code)],
  ['BQ410', ({ severity, code }) => severity === 'error' || code === 'BQ216'],
  // A prompt that reads nothing, or is not sent, does not read the files either; and an unloadable file is not a WORK.
  ['BQ416', ({ code }) => ['BQ216', 'BQ304', 'BQ307', 'BQ409', 'BQ426'].includes(code)],
  ['BQ417', ({ severity, code }) => severity === 'error' || code === 'BQ216'],
  ['BQ419', ({ severity, code }) => severity === 'error' || /^BQ[12]/.test(code)],
  ['BQ431', ({ severity, code }) => severity === 'error' || code === 'BQ216'],
  ['BQ506', ({ severity }) => severity !== 'hint'],
]);

/** Drops diagnostics that another one explains. */
export function dropExplained(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return dropUnreached(diagnostics).filter(({ code }) => {
    const isGraver = DROPPED_WHEN.get(code);
    return isGraver === undefined || !diagnostics.some(isGraver);
  });
}

/** Errors that suppress "never reached" until they are fixed. */
const GRAVER: ReadonlySet<DiagnosticCode> = new Set(['BQ206', 'BQ207', 'BQ211', 'BQ214']);

/** Consequences of an unreachable statement. */
const EXPLAINED: ReadonlySet<DiagnosticCode> = new Set(['BQ216', 'BQ403']);

/**
 * An unreachable statement has one diagnostic: that, or a more serious one, without its fixes because the statement
 * would stay unreachable.
 */
function dropUnreached(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const unreached = new Set<number>();
  for (const { code, range } of diagnostics) if (code === 'BQ218') unreached.add(range.start.line);
  if (unreached.size === 0) return [...diagnostics];
  const graver = new Set<number>();
  for (const { code, range } of diagnostics) if (GRAVER.has(code)) graver.add(range.start.line);
  return diagnostics.flatMap((diagnostic) => {
    const { code, range } = diagnostic;
    const { line } = range.start;
    if (!unreached.has(line)) return [diagnostic];
    if (code === 'BQ218') return graver.has(line) ? [] : [diagnostic];
    if (EXPLAINED.has(code)) return [];
    if (!GRAVER.has(code)) return [diagnostic];
    return [report(code, diagnostic.message, range, { related: diagnostic.related ?? [] })];
  });
}
