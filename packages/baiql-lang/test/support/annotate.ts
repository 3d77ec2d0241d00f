import type { Diagnostic } from '../../src/index.js';

const MARK = /^ *\^+(?:\.\.\.)? BQ\d{3} /;

/** The script of an annotated text: everything but the marks. */
export function withoutMarks(annotated: string): string {
  return annotated
    .split('\n')
    .filter((line) => !MARK.test(line))
    .join('\n');
}

/**
 * Writes each diagnostic below its line, carets under its range (`...` where the range goes on to later
 * lines), then its code and message, the places it refers to, and the titles of its fixes.
 */
export function annotate(script: string, diagnostics: readonly Diagnostic[]): string {
  return script
    .split('\n')
    .flatMap((text, index) => {
      const here = diagnostics.filter(({ range }) => range.start.line === index + 1);
      return [text, ...here.map((diagnostic) => mark(text, diagnostic))];
    })
    .join('\n');
}

function mark(text: string, { range, code, message, related, fixes }: Diagnostic): string {
  const goesOn = range.end.line > range.start.line;
  const end = goesOn ? text.length + 1 : range.end.column;
  const carets = '^'.repeat(Math.max(1, end - range.start.column));
  const places = (related ?? []).map(({ range: { start } }) => ` see ${start.line}:${start.column}`).join('');
  const titles = (fixes ?? []).map(({ title }) => title).join('; ');
  const mending = titles === '' ? '' : ` [${titles}]`;
  return `${' '.repeat(range.start.column - 1)}${carets}${goesOn ? '...' : ''} ${code} ${message}${places}${mending}`;
}
