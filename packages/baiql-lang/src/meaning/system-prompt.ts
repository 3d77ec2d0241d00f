import { report } from '../diagnostics/report.js';
import { commandsOf } from './phrases.js';
import type { ReadTogether } from './together.js';

const SYSTEM = /^(?:SYSTEM|ROLE)(?:[ _]?(?:PROMPT|MESSAGE))?\s*[:=]?\s*("?)((?:\\.|[^"\\])+)\1$/iu;
const TEXT = /^[:=]?\s*"((?:\\.|[^"\\])+)"$/;
const BLOCK = /^[:=]?\s*"""[ \t]*(\r?\n)([ \t]*)/;

/** `SYSTEM "You are a teacher."` above a PROMPT: prepended to the prompt, since BAIQL has no system message. */
export const systemPrompt: ReadTogether = ({ source, lines, isSound }, line, index) => {
  const next = lines[index + 1];
  if (line.kind !== 'unknown' || next === undefined) return null;
  const role = SYSTEM.exec(source.slice(line.range))?.[2];
  const asked = commandsOf(source.slice(next.range)).find(({ command }) => command === 'PROMPT')?.rest ?? '';
  if (role === undefined) return null;
  const text = TEXT.exec(asked)?.[1];
  const [opening, newline = '', indent = ''] = BLOCK.exec(asked) ?? [];
  const whole =
    text !== undefined
      ? `"${role}\\n\\n${text}"`
      : opening !== undefined
        ? `"""${newline}${indent}${role}${newline}${newline}${indent}${asked.slice(opening.length)}`
        : null;
  const newText = `PROMPT ${whole ?? ''}`;
  if (whole === null || !isSound(newText)) return null;
  const range = source.range(line.range.start.offset, next.range.end.offset);
  return {
    diagnostic: report('BQ201', `Unknown command: ${line.command.word}`, line.command.range),
    title: 'Begin the prompt with it',
    edits: [{ range, newText }],
    others: [index + 1],
    command: 'PROMPT',
  };
};
