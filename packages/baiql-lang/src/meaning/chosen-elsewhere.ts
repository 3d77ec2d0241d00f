import { removeLineFix } from '../diagnostics/line-fixes.js';
import { report } from '../diagnostics/report.js';
import { foldName, wordsOf } from '../source/names.js';
import { type LoadLine, plainText } from '../tree/index.js';
import { maskLine, TEXT, type MaskedLine } from './masked-line.js';
import { like } from './patterns.js';
import { commandsOf } from './phrases.js';
import { linesOfBatch } from './returned.js';
import { rowOptions } from './row-options.js';
import type { ReadTogether, ScriptLines, Together } from './together.js';

/** A statement that filters loaded rows: the table and the rows that it means. */
interface Choice {
  /** Null for the only table. */
  readonly table: string | null;
  /** As LOAD options, best first; an empty text if it selects none. */
  readonly options: readonly string[];
}

/** `SELECT … FROM roster WHERE POINTS > 5`, `WHERE POINTS > 5`, beside the LOAD of the table. */
export const chosenElsewhere: ReadTogether = (script, line, index) => {
  const { source, diagnostics, isSound, added } = script;
  if (line.kind !== 'unknown') return null;
  const masked = maskLine(source.slice(line.range).replace(/;$/, ''));
  const choice = masked === null ? null : choiceOf(masked);
  const diagnostic = diagnostics.find(({ range }) => range.start.offset === line.range.start.offset);
  if (choice === null || diagnostic === undefined) return null;
  const load = loadOf(script, index, choice.table);
  if (load === null) return null;
  const suggest = (title: string, edits: Together['edits']): Together => ({
    diagnostic: report(diagnostic.code, diagnostic.message, diagnostic.range),
    title,
    edits: [...edits, ...removeLineFix(source, line.range).edits],
    command: null,
  });
  if (choice.options.includes('')) return suggest('Leave it out: LOAD reads the whole table', []);
  const before = source.slice(load.range) + (added.get(load) ?? '');
  const newText = choice.options.find((each) => isSound(before + each) && !readsLater(script, each));
  if (newText === undefined) return null;
  added.set(load, (added.get(load) ?? '') + newText);
  const end = load.range.end.offset;
  return suggest(`Move it to its LOAD:${newText}`, [{ range: source.range(end, end), newText }]);
};

const SELECTED = like`^SELECT\s+(?:TOP\s+(\d+)\s+)?(?!DISTINCT\b)([^()]*?)\s*\bFROM\s+(${TEXT}|[^\s;]+)(.*)$`;
const FROM_FIRST = like`^FROM\s+(${TEXT}|[^\s;]+)\s+SELECT\s+([^()]*)$`;

function choiceOf(masked: MaskedLine): Choice | null {
  const { text, unmask } = masked;
  const plain = (table: string): string => unmask(table).replace(/^"|"$/g, '');
  const [found, top, , table = '', rest = ''] = SELECTED.exec(text) ?? [];
  if (found !== undefined) {
    const count = top === undefined ? '' : ` FIRST ${top}`;
    return { table: plain(table), options: optionsOf({ text: rest + count, unmask }) };
  }
  const [first, owner = ''] = FROM_FIRST.exec(text) ?? [];
  if (first !== undefined) return { table: plain(owner), options: [''] };
  const meant = commandsOf(text).find(({ command }) => command === 'WHERE');
  if (meant !== undefined)
    return { table: null, options: optionsOf({ text: ` WHERE ${meant.rest}`, unmask }) };
  if (/^(?:ORDER|SORT)\s+BY\s/i.test(text))
    return { table: null, options: optionsOf({ text: ` ${text}`, unmask }) };
  return null;
}

/** Parses options only; null if there is other text. */
function optionsOf(masked: MaskedLine): readonly string[] {
  const { head, tails } = rowOptions(masked);
  return head.text.trim() === '' ? tails.map((tail) => masked.unmask(tail)) : [];
}

/** The LOAD of a table before any RUN; null if no LOAD matches. */
function loadOf(script: ScriptLines, index: number, table: string | null): LoadLine | null {
  const above = script.lines.slice(0, index);
  const inBatch = linesOfBatch(script, index);
  const loads = inBatch.filter(
    (each): each is LoadLine => each.kind === 'load' && !each.broken && each.type?.word === 'FILE',
  );
  const [only, ...others] = loads;
  if (only === undefined || !above.includes(only)) return null;
  if (table === null) return others.length === 0 ? only : null;
  const named = loads.find(({ path }) => {
    const plain = path === null ? null : plainText(path);
    return plain !== null && isSameTable(plain, table);
  });
  return named ?? (others.length === 0 && !/[./\\]/.test(table) ? only : null);
}

function isSameTable(path: string, table: string): boolean {
  const [written, asked] = [foldName(path), foldName(table)];
  const file = written.slice(written.lastIndexOf('/') + 1);
  return [written, file, file.replace(/\.\w+$/, '')].includes(asked);
}

/** Whether a condition reads names that the batch sets later. */
function readsLater({ lines }: ScriptLines, options: string): boolean {
  const read = new Set(wordsOf(options.replace(/"(?:\\.|[^"\\])*"/g, '')));
  return lines.some(
    (line) =>
      (line.kind === 'get' || line.kind === 'set' || line.kind === 'global') &&
      read.has(line.name?.name ?? ''),
  );
}
