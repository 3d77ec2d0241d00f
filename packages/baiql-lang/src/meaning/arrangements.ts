import { isName, nameOfHeader } from '../source/names.js';
import { localFileName } from '../source/paths.js';
import { OUTPUT_FORMATS } from '../vocabulary/file-kinds.js';
import { AND_WORDS } from '../vocabulary/synonyms.js';
import type { Part } from '../vocabulary/parts.js';
import { COMMAND_ENTRIES } from '../vocabulary/vocabulary.js';
import { get, load, output, path } from './arrange-files.js';
import { assign, conditional, firstNumber, inOrder, limit, loop, model, run } from './arrange-values.js';
import { type MaskedLine, TEXT } from './masked-line.js';
import { like } from './patterns.js';
import { type Arrange, HAS_TEXT, IS_TEXT, namesIn, quoted } from './parts.js';

/** `"Grade " + INPUT`, `"Grade " & INPUT`, a lone name: a text with placeholders. A comma inserts a blank. */
function joinedText({ text, unmask }: MaskedLine): string | null {
  const parts = text.split(/\s*[+&]\s*|\s*(?=,)|(?<=,)\s*/);
  const pieces = parts.map((part) => {
    if (part === ',') return ' ';
    if (IS_TEXT.test(part)) return unmask(part).slice(1, -1);
    const name = part.replace(/^str\((.*)\)$/i, '$1').replace(/^\{(.*)\}$/, '$1');
    return isName(name) && name === name.toUpperCase() ? `{${name}}` : null;
  });
  return pieces.includes(null) ? null : `"${pieces.join('')}"`;
}

const PIECE = `(?:${TEXT}|\\{?[\\p{L}_][\\p{L}\\p{N}_]*\\}?)`;
const JOINED_PATH = new RegExp(`^${PIECE}(?:\\s*[+&]\\s*${PIECE})+(?=\\s|$)`, 'u');
const PATHS = like`^(${TEXT}(?:\s*(?:[,;]|${AND_WORDS.join('|')})\s*${TEXT})+)(.*)$`;
/** Placeholder for a concatenated path; differs from every masked text of the line. */
const WHOLE_PATH = '\ue1c8';

/** Unquoted local paths: `C:\Users\Marie Dupont\a.csv`, `~/My Documents/a.csv`. */
const ON_OWN_DISK =
  /(?<![^\s(])(?:[A-Za-z]:[\\/]|~[\\/]|\\\\|\/(?:Users|home)\/)[^\ue100-\ue1c8]*?\.[A-Za-z]{2,5}(?![^\s,;)])/;

/**
 * `"letters/" + NAME + ".docx"` is one path. A path on the user's own disk becomes its file name. `"a.csv", "b.csv"`
 * becomes one statement per path, if the command may be repeated.
 */
const withPaths =
  (arrange: (rest: MaskedLine) => readonly string[], oneOfSeveral: RegExp): Arrange =>
  ({ text, unmask }) => {
    const own = ON_OWN_DISK.exec(text);
    const joint = own?.[0] ?? JOINED_PATH.exec(text)?.[0] ?? '';
    const name = localFileName(joint);
    const isJoined = HAS_TEXT.test(joint) && /\p{L}/u.test(joint);
    const path = name !== null ? quoted(name) : isJoined ? joinedText({ text: joint, unmask }) : null;
    if (path !== null) {
      const at = own?.index ?? 0;
      const whole = (line: string): string => line.replace(WHOLE_PATH, () => path);
      const masked = text.slice(0, at) + WHOLE_PATH + text.slice(at + joint.length);
      return arrange({ text: masked, unmask: (line) => unmask(whole(line)) }).map(whole);
    }
    const [, list, options = ''] = PATHS.exec(text) ?? [];
    if (list === undefined) return arrange({ text, unmask });
    const paths = [...list.matchAll(new RegExp(TEXT, 'g'))];
    const lines = paths.map(([each]) => arrange({ text: each + options, unmask })[0] ?? '');
    return lines.every((line) => oneOfSeveral.test(unmask(line))) ? [lines.join('\n')] : [];
  };

const textAfter: Arrange = (rest, command) => {
  if (rest.text === '') return [];
  const joined = joinedText(rest);
  const option = command === 'PROMPT' ? /\s+OPTIMI[SZ]E$/iu.exec(rest.text) : null;
  const bare = option === null ? rest.text : rest.text.slice(0, option.index);
  const prose = HAS_TEXT.test(bare) ? [] : [`${command} ${quoted(bare)}`];
  const whole = IS_TEXT.test(bare) ? [`${command} ${bare}${option === null ? '' : ' OPTIMIZE'}`] : [];
  return [...whole, ...(joined === null ? [] : [`${command} ${joined}`]), ...prose];
};

const titled: Arrange = ({ text }, command) => {
  if (text === '') return [command];
  const found =
    command === 'STEP' ? null : /^(EXECUTE|VALIDATE|QUIET)\b\s*|\s*\b(EXECUTE|VALIDATE|QUIET)$/i.exec(text);
  const title = text.replace(found?.[0] ?? '', '');
  const mode = found?.[0].trim().toUpperCase() ?? '';
  const written = title === '' || IS_TEXT.test(title) ? title : quoted(title);
  return [[command, written, mode].filter((part) => part !== '').join(' ')];
};

const track: Arrange = ({ text, unmask }) => {
  if (text.endsWith(',')) return [];
  // A text with a blank is a column header as the table spells it.
  const plain = text.replace(new RegExp(TEXT, 'g'), (each) => {
    const inner = unmask(each).slice(1, -1);
    const isHeader = /^[^,;&+]*\s[^,;&+]*$/.test(inner) && inner !== inner.toUpperCase();
    return isHeader ? nameOfHeader(inner) : inner;
  });
  const names = namesIn(plain.replace(/["'{}()[\]]/g, ' ')) ?? [];
  return names.length === 0 || !names.every(isName) ? [] : [`TRACK ${names.join(', ')}`];
};

const alone: Arrange = ({ text }, command) => (/^[\s\p{P}\p{L}]{0,20}$/u.test(text) ? [command] : []);

/** `SKIP "too young"`: the reason goes to the log. */
const withReason: Arrange = (rest, command) =>
  IS_TEXT.test(rest.text) ? [`WRITE_LOG ${rest.text}\n${command}`] : alone(rest, command);

/** The operand of most commands: nothing, a path, a number, or options. */
function usual([only, ...more]: readonly Part[]): Arrange {
  if (only === undefined) return alone;
  if (more.length > 0) return inOrder;
  return only.part === 'path' ? path : only.part === 'number' ? firstNumber : inOrder;
}

const HAS_EXTENSION = like`\.${OUTPUT_FORMATS}"`;

/** Commands whose operands aren't arranged by `usual`. */
const ARRANGEMENTS: Readonly<Record<string, Arrange>> = {
  BATCH_START: titled,
  STEP: titled,
  LOAD: withPaths(load, / AS REF$/),
  OUTPUT: withPaths(output, /^OUTPUT "[^"]*\.\w+"/),
  GET: get,
  MODEL: model,
  LIMIT: limit,
  LOOP: loop,
  'LOOP WHILE': conditional,
  'LOOP UNTIL': conditional,
  IF: conditional,
  'ELSE IF': conditional,
  WHERE: (rest) => conditional(rest, 'IF NOT (').map((line) => `${line})\n  SKIP\nEND_IF`.replace('( ', '(')),
  SELECT: ({ text, unmask }, command) =>
    withPaths(load, /^$/)({ text: text.replace(/^.*\bFROM\s+/i, ''), unmask }, command),
  WRITE: (rest) => [
    ...output(rest).filter((line) => HAS_EXTENSION.test(rest.unmask(line))),
    ...textAfter(rest, 'WRITE_LOG'),
  ],
  UNLESS: (rest) => conditional(rest, 'IF NOT (').map((line) => `${line})`.replace('( ', '(')),
  SKIP: withReason,
  HALT: withReason,
  SET: assign,
  GLOBAL: assign,
  PROMPT: textAfter,
  WRITE_LOG: textAfter,
  TRACK: track,
  RUN: run,
};

/** Possible readings of the operands of a command, as whole masked lines; empty for an unknown command. */
export function arrangementsOf(command: string, rest: MaskedLine): readonly string[] {
  const { syntax } = COMMAND_ENTRIES.get(command) ?? {};
  const arrange = ARRANGEMENTS[command] ?? (syntax === undefined ? null : usual(syntax));
  return arrange?.(rest, command) ?? [];
}
