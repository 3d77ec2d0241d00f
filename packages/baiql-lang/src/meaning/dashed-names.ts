import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import type { ParsedScript } from '../parsing/parse.js';
import { foldName, isName, NAME_REST, NAME_START, wordsOf } from '../source/names.js';
import type { Line } from '../tree/index.js';

/** Hyphens, typographic dashes, the minus sign, and the invisible soft hyphen. */
const DASH = '\\u00ad\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d-';
const DASHED = `[${NAME_START}][${NAME_REST}]*(?:[${DASH}][${NAME_REST}]+)+`;
const WORD = new RegExp(`(?<![${NAME_REST}${DASH}])${DASHED}(?![${NAME_REST}])`, 'gu');
const IN_BRACES = new RegExp(`(?<=\\{)${DASHED}(?=\\})`, 'gu');
const SIGNS = new RegExp(`[${DASH}]`, 'gu');

const nameOf = (written: string): string => foldName(written.replace(SIGNS, '_'));

/** Where a name is set, or refers to a field of a reply, which no statement sets. */
const DEFINED = new RegExp(
  `^\\s*(?:GET|SET|GLOBAL)\\s+(${DASHED})(?=\\s*=|\\s+FROM\\b|\\s*$)|\\bFIELDS\\s+(.*)$`,
  'iu',
);

/**
 * Names with dashes, such as `GET FINAL-SCORE` and `{FINAL–SCORE}`: one error, fixed in every place. `known` are the
 * names of the script and its tables: a column `First name` may be written `First-name`.
 */
export function findDashedNames(
  { source, tree }: ParsedScript,
  known: ReadonlySet<string>,
): Diagnostic | null {
  const statements = tree.lines.map((line) => ({ line, text: withoutTexts(source.slice(line.range)) }));
  const defined = new Set(statements.flatMap(({ text }) => definedIn(text)));
  const columns = new Set(statements.flatMap(({ text }) => columnsIn(text, known)));
  const names = new Set([...defined, ...columns]);
  // An existing name is a different one.
  const words = new Set(wordsOf(source.text));
  if (names.size === 0 || [...defined].some((name) => words.has(name) && !columns.has(name))) return null;
  const edits = statements.flatMap(({ line, text }) => editsIn(line, text));
  const [first] = edits;
  if (first === undefined) return null;
  const shown = [...names].join(', ');
  const message = `A name can’t hold a dash: write ${shown}`;
  return report('BQ104', message, first.range, { fixes: [{ title: `Change to ${shown}`, edits }] });

  function editsIn({ range }: Line, text: string): TextEdit[] {
    const written = source.slice(range);
    const found = [...text.matchAll(WORD), ...written.matchAll(IN_BRACES)];
    return found.flatMap(({ index, 0: word }): TextEdit[] => {
      if (!names.has(nameOf(word))) return [];
      const at = range.start.offset + index;
      return [{ range: source.range(at, at + word.length), newText: word.replace(SIGNS, '_') }];
    });
  }
}

/** A statement with its texts replaced by blanks, so that offsets stay the same. */
function withoutTexts(statement: string): string {
  return statement.replace(/"""[^]*?(?:"""|$)|"(?:\\.|[^"\\\r\n])*"?/g, (text) => ' '.repeat(text.length));
}

function definedIn(text: string): string[] {
  const [, name, fields] = DEFINED.exec(text) ?? [];
  if (name !== undefined) return [nameOf(name)];
  return [...(fields?.matchAll(WORD) ?? [])].map(([word]) => nameOf(word));
}

/** `IF First-name = "Ada"`, unless both halves are names themselves. */
function columnsIn(text: string, known: ReadonlySet<string>): string[] {
  if (!/^\s*(?:IF|LOOP|SET|GLOBAL|TRACK|EXPECT|LOAD)\b/i.test(text)) return [];
  return [...text.matchAll(WORD)].flatMap(([word]) => {
    const halves = word.split(SIGNS).map(foldName);
    const isCalculated = halves.every((half) => known.has(half) || !isName(half));
    return known.has(nameOf(word)) && !isCalculated ? [nameOf(word)] : [];
  });
}
