import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { replaceFix, report } from '../diagnostics/report.js';
import { foldName } from '../source/names.js';
import { extensionOf } from '../source/paths.js';
import { LOADABLE, OUTPUT_FORMATS } from '../vocabulary/file-kinds.js';
import { optionsAfter, SETTING_WORDS } from '../vocabulary/vocabulary.js';
import { isTextToken, type TokenLine } from './assemble.js';
import { commandOf } from './commands.js';
import { isRestart } from './restart.js';
import {
  contentEnd,
  type Damage,
  LONGEST_STATEMENT,
  type Patch,
  physicalEnd,
  type Repair,
  startOf,
  withoutGap,
} from './repair.js';
import * as t from './tokens.js';

/** A text that was meant to go over several lines rarely goes over more. */
const MOST_LINES = 40;

const ENDINGS = new Set<string>([
  ...OUTPUT_FORMATS,
  ...Object.values(LOADABLE).flatMap(({ extensions }) => extensions),
]);

/** Commands whose texts are prose, in which a line end stands for a blank. */
const PROSE = new Set(['PROMPT', 'WRITE_LOG', 'STEP', 'BATCH_START', 'SET', 'GLOBAL']);

/**
 * A statement that goes on on the next line, as after a line end too many: the two are read as one. Null when
 * that makes no sound statement.
 */
export function joinWithNext(damage: Damage, first: number): Repair | null {
  const { lines, mistakes } = damage;
  const [line, next] = [lines[first], lines[first + 1]];
  const mistake = mistakes.get(first);
  if (line === undefined || next === undefined || mistake === undefined) return null;
  const isApart = isCommand(next) && startsWithCommand(line) && !isOpenText(line);
  if (!isOptionOf(next, line) && (!mistakes.has(first + 1) || isApart)) return null;
  return joinTwo(damage, first, mistake, 'Join with the next line') ?? joinText(damage, first, mistake);
}

/** The same where the first line makes sense without the second, but not the second without the first. */
export function joinWithPrevious(damage: Damage, second: number): Repair | null {
  const { mistakes, lines } = damage;
  const mistake = mistakes.get(second);
  const [command, ...rest] = lines[second] ?? [];
  if (mistake === undefined || mistakes.has(second - 1)) return null;
  if (second === 0 || command === undefined || commandOf(command) !== null) return null;
  // `= ELSE` is a statement with something before it.
  if (rest.some(isRestart)) return null;
  return joinTwo(damage, second - 1, mistake, 'Join with the line before');
}

function startsWithCommand([word]: TokenLine): boolean {
  return word !== undefined && commandOf(word) !== null;
}

/** Whether a line begins with a command, in upper case. */
function isCommand([word]: TokenLine): boolean {
  return word?.image !== undefined && commandOf(word) === word.image;
}

/** `ERROR` and on the next line `SKIP`, which is a statement of its own elsewhere. */
function isOptionOf([word]: TokenLine, [command]: TokenLine): boolean {
  if (word === undefined || command === undefined) return false;
  return optionsAfter(command.tokenType.name).some((option) => option.word === word.image);
}

function joinTwo(damage: Damage, first: number, mistake: Diagnostic, title: string): Repair | null {
  const { source, lines, mistakes, isSound } = damage;
  const [line, next] = [lines[first], lines[first + 1]];
  if (line === undefined || next === undefined) return null;
  if (physicalEnd(source, next) - startOf(line) > LONGEST_STATEMENT) return null;
  const gap = source.range(contentEnd(line), startOf(next));
  // A comment between the two says that they are two.
  if (source.slice(gap).trim() !== '') return null;
  const [start, end] = [startOf(line), contentEnd(next)];
  const { blanks, isWord } = blanksToTry(damage, line, next);
  for (const blank of blanks) {
    // What is sound by itself is joined only to make a word that is known, or what has no other remedy.
    if (!mistakes.has(first) && (blank === '' ? !isWord : mistake.fixes !== undefined)) continue;
    const [head, tail] = [source.text.slice(start, contentEnd(line)), source.text.slice(startOf(next), end)];
    const rest = source.text.slice(end, physicalEnd(source, next));
    if (!isSound(`${head}${blank}${tail}${isOpenText(next) ? rest : ''}`)) continue;
    const fixes = [
      replaceFix(title, gap, blank),
      ...(blank === '' ? [] : blockFix(damage, first, first + 1)),
    ];
    return {
      mistake: { ...mistake, fixes },
      patches: [patchAt(damage, line, next, blank)],
      splits: [],
      first,
      last: first + 1,
    };
  }
  return null;
}

interface Blanks {
  readonly blanks: readonly string[];
  /** Whether the two halves make one word that is known. */
  readonly isWord: boolean;
}

/** Whether a blank or nothing was between the two halves, the likelier first. */
function blanksToTry({ source, isKnown }: Damage, line: TokenLine, next: TokenLine): Blanks {
  const head = source.text.slice(startOf(line), contentEnd(line));
  const tail = source.text.slice(startOf(next), contentEnd(next));
  const before = /[\p{L}\p{N}_]+$/u.exec(head)?.[0] ?? '';
  const after = /^[\p{L}\p{N}_]+/u.exec(tail)?.[0] ?? '';
  if (before !== '' && after !== '' && isKnown(before + after)) return { blanks: ['', ' '], isWord: true };
  if (isTornEnd(line, tail)) return { blanks: [''], isWord: true };
  const isPlaceholder = /\{\w*$/.test(head);
  const isBlank = !isOpenText(line) || (isProseLine(line) && !isPlaceholder);
  return { blanks: isBlank ? [' ', ''] : ['', ' '], isWord: false };
}

/** Whether a path without quotes, or a number, goes on in the next line. */
function isTornEnd(line: TokenLine, tail: string): boolean {
  const last = line.at(-1);
  if (last?.tokenType === t.Num)
    return last.image.includes('.') ? /^[0-9]/.test(tail) : /^\.[0-9]/.test(tail);
  if (last?.tokenType !== t.BareWord || /.\/$/.test(last.image)) return false;
  const [rest = ''] = tail.split(/\s/, 1);
  if (isKnownEnding(last.image)) return false;
  return isKnownEnding(last.image + rest) || (!/\.\w{2,5}$/.test(last.image) && /[-./0-9]/.test(rest));
}

function isKnownEnding(path: string): boolean {
  return ENDINGS.has(extensionOf(path));
}

/** What is read where two lines are joined. */
function patchAt({ source }: Damage, line: TokenLine, next: TokenLine, blank: string): Patch {
  const [start, end] = [contentEnd(line), startOf(next)];
  return blank === '' ? withoutGap(source.text, start, end) : { start, text: ' '.repeat(end - start) };
}

/** A text in simple quotes over several lines. */
function joinText(damage: Damage, first: number, mistake: Diagnostic): Repair | null {
  const { source, lines, mistakes, isSound } = damage;
  const line = lines[first];
  if (line === undefined || !isOpenText(line)) return null;
  const patches: Patch[] = [];
  let read = source.text.slice(startOf(line), physicalEnd(source, line));
  for (let last = first + 1; last <= first + MOST_LINES && mistakes.has(last); last++) {
    const [before, next] = [lines[last - 1], lines[last]];
    if (before === undefined || next === undefined) return null;
    const end = physicalEnd(source, before);
    const blanks = ' '.repeat(startOf(next) - end);
    patches.push({ start: end, text: blanks });
    read += blanks + source.text.slice(startOf(next), physicalEnd(source, next));
    if (read.length > LONGEST_STATEMENT) return null;
    if (!isSound(read)) continue;
    const fixes = blockFix(damage, first, last);
    const { code, message, range } = mistake;
    return {
      mistake: report(code, message, range, { fixes }),
      patches,
      splits: [],
      first,
      last,
    };
  }
  return null;
}

/** Whether a line ends in the middle of a text. */
function isOpenText(line: TokenLine): boolean {
  const last = line.at(-1);
  return (
    last !== undefined && isTextToken(last) && last.payload.close === null && isQuoted(last.payload.open)
  );
}

function isQuoted(open: { readonly tokenType: unknown }): boolean {
  return open.tokenType === t.TextOpen;
}

/** `"` around a text of several lines becomes `"""`. */
function blockFix({ source, lines, isSound }: Damage, first: number, last: number): Fix[] {
  const [line, end] = [lines[first], lines[last]];
  const text = line?.at(-1);
  if (line === undefined || end === undefined || text === undefined || !isOpenText(line)) return [];
  if (!isProseLine(line)) return [];
  const stop = physicalEnd(source, end);
  const whole = source.text.slice(startOf(line), stop);
  const open = text.startOffset - startOf(line);
  const close = closingQuote(whole, whole.length - (stop - startOf(end)));
  if (close < 0) return [];
  const written = `${whole.slice(0, open)}""${whole.slice(open, close)}""${whole.slice(close)}`;
  if (!isSound(written)) return [];
  const edits = [open, close].map((at) => {
    const place = source.range(startOf(line) + at, startOf(line) + at + 1);
    return { range: { start: place.start, end: place.end }, newText: '"""' };
  });
  return [{ title: 'Make it a text block (""")', edits }];
}

/** The value of a setting is no prose. */
function isProseLine([command, name]: TokenLine): boolean {
  return PROSE.has(command?.tokenType.name ?? '') && !SETTING_WORDS.has(foldName(name?.image ?? ''));
}

/** The first quote from an offset on that no backslash stands before. */
function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}
