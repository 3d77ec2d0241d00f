import type { Line } from '../tree/index.js';
import { optionsAfter } from '../vocabulary/vocabulary.js';
import { firstWord } from './candidates.js';
import { commentIn, meaningsOf, NO_CONTEXT } from './line-meaning.js';
import { innerOf, openText } from './masked-line.js';
import { commandsOf } from './phrases.js';
import type { ReadTogether, ScriptLines, Together } from './together.js';

/** Maximum number of lines of one text. */
const MAX_LINES = 40;
const LONGEST = 10_000;

/**
 * A line that makes sense only with the lines after it: a text in simple quotes across several lines, which becomes a
 * text block, or a command whose operands are on the next line. Null if the result is invalid.
 */
export const joinedLines: ReadTogether = (script, first, index) => {
  const { source, lines, diagnostics, isSound } = script;
  if (!first.broken && first.kind !== 'unknown') return null;
  const onLine = diagnostics.filter(({ range }) => range.start.line === first.range.start.line);
  const diagnostic = onLine.find(({ severity }) => severity === 'error') ?? onLine[0];
  if (diagnostic === undefined) return null;
  const start = first.range.start.offset;
  const begun = source.lineText(first.range.start.line).trim();
  const opening = openText(begun);
  const isGoingOn = opening !== null || /[+&]$/.test(begun);
  const asOne = (written: string | null, title: string, last: number): Together | null => {
    const readings =
      written === null ? [] : [[written], ...(isGoingOn ? meaningsOf(written, NO_CONTEXT) : [])];
    const [newText] = readings.find(([only = '', ...more]) => more.length === 0 && isSound(only)) ?? [];
    if (newText === undefined) return null;
    const range = source.range(start, source.lineEnd(lines[last]?.range.end.line ?? 0));
    const others = Array.from({ length: last - index }, (_, count) => index + 1 + count);
    return { diagnostic, title, edits: [{ range, newText }], others, command: firstWord(newText) };
  };
  const prose = asProse(script, first, index);
  const joined = prose === null ? null : asOne(prose.text, AS_BLOCK, prose.last);
  if (joined !== null || (first.kind === 'unknown' && !isGoingOn)) return joined;
  const furthest = isGoingOn ? index + MAX_LINES : index + 1;
  for (let last = index + 1; last <= furthest; last++) {
    const next = lines[last];
    if (next === undefined || !goesOn(first, next, last === index + 1)) return null;
    const written = source.text.slice(start, source.lineEnd(next.range.end.line));
    if (written.length > LONGEST) return null;
    const block = opening === null ? null : asBlock(written, opening);
    const line = written.replace(/\s*[\r\n]\s*/g, ' ');
    const read = asOne(block, AS_BLOCK, last) ?? asOne(line, 'Join with the next line', last);
    if (read !== null) return read;
  }
  return null;
};

const AS_BLOCK = 'Make it a text block (""")';

/** A text block, and its last line as an index. */
interface Prose {
  readonly text: string;
  readonly last: number;
}

/** Words after PROMPT that don't begin with any kind of quote. */
const IS_PROSE = /^[:=]?\s*((?!["'“”„‟«»‘’‚‹`「『]).*)$/u;

/**
 * `PROMPT:` or `PROMPT Grade the essay.` followed by unquoted lines of the prompt, up to its own end: `END_PROMPT`, or
 * the `}` of `PROMPT {`.
 */
function asProse(script: ScriptLines, first: Line, index: number): Prose | null {
  const { source, lines } = script;
  const below = lines.slice(index + 1, index + MAX_LINES);
  const begun = source.lineText(first.range.start.line).trim();
  const asked = commandsOf(begun).find(({ command }) => command === 'PROMPT');
  const content = IS_PROSE.exec(asked?.rest ?? '')?.[1];
  if (content === undefined || !(asked?.isUpper === true || /^prompt/i.test(begun))) return null;
  const ends = below.findIndex((line, at) => isPromptEnd(script, line, first, below[at + 1]));
  const count = below.findIndex((line, at) => at === ends || !isWords(script, line));
  const words = count < 0 ? below : below.slice(0, count);
  const [next] = words;
  const last = words.at(-1);
  if (next === undefined || last === undefined || !IS_PROSE.test(source.slice(next.range))) return null;
  const { newline } = source;
  const end = source.lineEnd(last.range.end.line);
  const beside =
    content === '' || content === '{' ? '' : newline + source.indentAt(next.range.start.offset) + content;
  const text = beside + source.text.slice(source.lineEnd(first.range.start.line), end);
  if (text.length > LONGEST || text.includes('"""')) return null;
  const indent = source.indentAt(first.range.start.offset);
  const isEnded = count >= 0 && count === ends;
  return { text: `PROMPT """${text}${newline}${indent}"""`, last: index + words.length + (isEnded ? 1 : 0) };
}

/** `END_PROMPT`, `}`, or an `END` below its PROMPT while the batch continues. */
function isPromptEnd({ source }: ScriptLines, line: Line, prompt: Line, next: Line | undefined): boolean {
  if (line.kind !== 'unknown') return false;
  const text = source.slice(line.range);
  if (text === '}') return source.slice(prompt.range).endsWith('{');
  const meant = commandsOf(text).map(({ command, rest }) => (rest === '' ? command : null));
  if (meant.includes('END_PROMPT')) return true;
  const isBelow = line.range.start.column === prompt.range.start.column;
  return meant.includes('END') && isBelow && next !== undefined && next.kind !== 'batch-start';
}

const HANDS_ON = /^(?:LOAD|MODEL|OUTPUT) /;
/** `X = 1`, `max_tokens 100` */
const IS_SETTING = /^\S+\s*=|^[\p{L}_]+\s*:?\s*\d[\d.,]*$/u;

/**
 * Whether a line is free text, and neither a statement, an attempt at one (`EXECUTE`, `RUNN`, `use gpt-4o`) nor a
 * comment.
 */
function isWords({ source, isSound }: ScriptLines, line: Line): boolean {
  if (line.kind !== 'unknown') return false;
  const text = source.slice(line.range);
  if (line.presumed !== null && /^(?:\p{Lu}{2}|\S+$)/u.test(text)) return false;
  if (IS_SETTING.test(text) || commentIn(text) !== null) return false;
  if (commandsOf(text).some(({ isUpper, rest }) => isUpper || rest === '')) return false;
  return ![...meaningsOf(text, NO_CONTEXT)].some(([only = '']) => HANDS_ON.test(only) && isSound(only));
}

/** A line that begins with a command is a new statement, unless the command is an option of the line before. */
function goesOn(first: Line, next: Line, isNext: boolean): boolean {
  if (next.kind === 'unknown') return true;
  return isNext && optionsAfter(first.command.word).some(({ word }) => word === next.command.word);
}

function asBlock(written: string, { at, closers }: NonNullable<ReturnType<typeof openText>>): string | null {
  const close = new RegExp(`(?:"+|[${closers}])(?=[^${closers}]*$)`).exec(written);
  if (close === null || close.index <= at) return null;
  const inner = innerOf(written.charAt(at), written.slice(at + 1, close.index));
  return `${written.slice(0, at)}"""${inner}"""${written.slice(close.index + close[0].length)}`;
}
