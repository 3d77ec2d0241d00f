import type { TextEdit } from '../../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../../diagnostics/severities.js';
import { roleOf } from '../../folding/roles.js';
import { parse, type ParsedScript } from '../../parsing/parse.js';
import type { Source } from '../../source/source.js';
import type { Line } from '../../tree/lines.js';
import { MAX_SCRIPT_CHARACTERS } from '../../vocabulary/limits.js';
import { parsedOf, type ScriptInput } from '../context.js';
import { printLine } from './print-line.js';
import type { Script, Statement } from '../../tree/nodes.js';
import { blocksOf } from '../../tree/visit.js';

const INDENT = '  ';
const BEFORE_COMMENT = '  ';

/**
 * Formats a script: indentation by block, keywords in upper case, paths and model names in quotes, at most one
 * consecutive empty line. Comments stay, texts keep their meaning, and lines with errors change only in indentation.
 * Idempotent. A text above 1 MB is unchanged.
 */
export function format(script: string): string {
  if (script.length > MAX_SCRIPT_CHARACTERS) return script;
  return piecesOf(parse(script))
    .map(({ text }) => text)
    .join('');
}

/** The formatter's changes as edits that neither overlap nor touch. */
export function formatEdits(script: ScriptInput): TextEdit[] {
  const parsed = parsedOf(script);
  const { source } = parsed;
  if (parsed.diagnostics.some(({ code }) => code === 'BQ109')) return [];
  const edits: TextEdit[] = [];
  for (const { start, end, text } of piecesOf(parsed)) {
    const written = source.text.slice(start, end);
    if (written === text) continue;
    const edit = trimEdit(source, start, written, text);
    const previous = edits.at(-1);
    if (previous?.range.end.offset === edit.range.start.offset) {
      const range = { start: previous.range.start, end: edit.range.end };
      edits[edits.length - 1] = { range, newText: previous.newText + edit.newText };
    } else edits.push(edit);
  }
  return edits;
}

/** Trims common prefixes and suffixes, so that an editor's cursor stays in place. */
function trimEdit(source: Source, start: number, written: string, text: string): TextEdit {
  const shorter = Math.min(written.length, text.length);
  let before = 0;
  while (before < shorter && written[before] === text[before]) before++;
  let after = 0;
  while (after < shorter - before && written.at(-1 - after) === text.at(-1 - after)) after++;
  const range = source.range(start + before, start + written.length - after);
  return { range, newText: text.slice(before, text.length - after) };
}

/** A range of the script and its replacement. Together they cover the whole script. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A statement or a comment, printed. */
interface Item {
  readonly start: number;
  readonly end: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
  readonly indent: string;
  /** True if the text is reprinted, false if copied. */
  readonly isSound: boolean;
}

function piecesOf(parsed: ParsedScript): Piece[] {
  const { source } = parsed;
  const whole = { start: 0, end: source.text.length };
  if (!parsed.folded) return [{ ...whole, text: source.text }];
  const pieces: Piece[] = [];
  let previous: Item | null = null;
  for (const item of itemsOf(parsed)) {
    pieces.push({ start: previous?.end ?? 0, end: item.start, text: gap(previous, item, source.newline) });
    pieces.push(item);
    previous = item;
  }
  const rest = { start: previous?.end ?? 0, end: whole.end };
  // A line break after an unclosed block would become part of the block.
  const isOpen = previous?.isSound === false && previous.text.includes('"""');
  pieces.push({ ...rest, text: previous === null || isOpen ? '' : source.newline });
  return pieces;
}

/** The separator of two items: a line break with at most one empty line, or the spaces before a comment. */
function gap(previous: Item | null, item: Item, newline: string): string {
  if (previous === null) return item.indent;
  // `SC#ORE`: what looks like a comment may be the rest of a word.
  const isHalf = previous.end === item.start && /^#\w/.test(item.text) && /\w$/.test(previous.text);
  if (previous.lastLine === item.firstLine) return isHalf ? '' : BEFORE_COMMENT;
  const isApart = item.firstLine > previous.lastLine + 1;
  return `${newline}${isApart ? newline : ''}${item.indent}`;
}

function itemsOf(parsed: ParsedScript): Item[] {
  const { source, tree } = parsed;
  const statements = statementItems(parsed);
  const keepsIndent = hasBlockErrors(parsed);
  const items: Item[] = [];
  let next = 0;
  let depth = 0;
  for (const comment of tree.comments) {
    for (
      let statement = statements[next];
      statement !== undefined && statement.item.start < comment.range.start.offset;
      statement = statements[next]
    ) {
      items.push(statement.item);
      depth = statement.depthAfter;
      next++;
    }
    const { start, end } = comment.range;
    const indent = keepsIndent ? keptIndent(source, start.offset) : INDENT.repeat(depth);
    const text = source.slice(comment.range).trimEnd();
    const lines = { firstLine: start.line, lastLine: end.line };
    items.push({ start: start.offset, end: end.offset, ...lines, text, indent, isSound: true });
  }
  for (const { item } of statements.slice(next)) items.push(item);
  return items;
}

interface StatementItem {
  readonly item: Item;
  /** The depth of the next item: a comment has that of its block. */
  readonly depthAfter: number;
}

function statementItems(parsed: ParsedScript): StatementItem[] {
  const { source, tree } = parsed;
  const keepsIndent = hasBlockErrors(parsed);
  const depths = depthsOf(tree);
  let depthAfter = 0;
  return groupsOf(tree.lines).map((group) => {
    const depth = depths.get(group[0]) ?? depthAfter;
    depthAfter = depth + (opens(group.at(-1) ?? group[0]) ? 1 : 0);
    const indent = keepsIndent ? keptIndent(source, group[0].range.start.offset) : INDENT.repeat(depth);
    return { item: itemOf(parsed, group, indent), depthAfter };
  });
}

/** Only spaces and tabs indent: other whitespace from word processors is removed. */
function keptIndent(source: Source, offset: number): string {
  return source.indentAt(offset).replace(/[^ \t]/g, '');
}

const BLOCK_MISTAKES = new Set<DiagnosticCode>([
  'BQ202',
  'BQ203',
  'BQ204',
  'BQ205',
  'BQ206',
  'BQ207',
  'BQ212',
  'BQ215',
]);

/** If blocks do not match, the author's indentation is kept. */
function hasBlockErrors({ diagnostics, tree }: ParsedScript): boolean {
  return (
    diagnostics.some(({ code }) => BLOCK_MISTAKES.has(code)) ||
    tree.lines.some((line) => line.kind === 'unknown' && roleOf(line, true) !== null)
  );
}

function opens(line: Line): boolean {
  const role = roleOf(line, true);
  return role?.does === 'open' || role?.does === 'divide';
}

type Group = [Line, ...Line[]];

/** Statements on the same line of text, as after a lost line break, stay together. */
function groupsOf(lines: readonly Line[]): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const isBeside = (group?.at(-1)?.range.end.line ?? 0) >= line.range.start.line;
    if (group !== undefined && isBeside) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

function itemOf(parsed: ParsedScript, group: Group, indent: string): Item {
  const [first] = group;
  const end = (group.at(-1) ?? first).range.end;
  const written = parsed.source.text.slice(first.range.start.offset, end.offset);
  const start = parsed.source.positionAt(end.offset - written.trimStart().length);
  const isSound = group.length === 1 && !first.broken;
  const text = isSound ? printLine(parsed, first, indent) : written.trimStart();
  const lines = { firstLine: start.line, lastLine: end.line };
  return { start: start.offset, end: end.offset, ...lines, text, indent, isSound };
}

/** Block depth of each line. Lines that closed nothing are missing. */
function depthsOf(tree: Script): Map<Line, number> {
  const depths = new Map<Line, number>();
  const note = (line: Line | null, depth: number): void => {
    if (line !== null) depths.set(line, depth);
  };
  const walk = (statements: readonly Statement[], depth: number): void => {
    for (const statement of statements) {
      if (statement.kind === 'batch' || statement.kind === 'loop' || statement.kind === 'if') {
        note(statement.start, depth);
        for (const body of blocksOf(statement)) walk(body, depth + 1);
        if (statement.kind === 'if' && statement.else !== null) note(statement.else.line, depth);
        note(statement.end, depth);
      } else note(statement, depth);
    }
  };
  walk(tree.statements, 0);
  return depths;
}
