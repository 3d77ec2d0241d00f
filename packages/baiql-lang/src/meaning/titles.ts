import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import type { ParsedScript } from '../parsing/parse.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';
import { meantBy, OPTION_SYNONYMS, SETTING_SYNONYMS } from '../vocabulary/synonyms.js';
import { commentIn } from './line-meaning.js';
import { commandsOf } from './phrases.js';

/** Maximum number of lines of a title or description. */
const MAX_LINES = 30;

/** `YEAR = 2026` */
const ASSIGNED = /^\S+\s*(?::?=|[+-]=|<-)/;

/** `OCR ON`, `temperature: 0.2`: an option of the batch, wherever it is. */
function isOption(text: string): boolean {
  const [word = ''] = /^[\p{L}_]+/u.exec(text) ?? [];
  return meantBy(word, SETTING_SYNONYMS) !== null || meantBy(word, OPTION_SYNONYMS) !== null;
}

/**
 * A title, docstring or few words above the script, or a chat's text below it: one diagnostic whose fix turns them into
 * comments. Null if they may be more than that.
 */
export function findTitle({ source, tree, diagnostics }: ParsedScript): Diagnostic | null {
  const { lines } = tree;
  const summary = oneLineDocstring(source, diagnostics);
  if (summary !== null) return summary;
  const isBatch = ({ kind }: Line): boolean => kind === 'batch-start' || kind === 'end-batch';
  const first = lines.findIndex((line) => !isWords(line));
  const last = lines.findLastIndex((line) => !isWords(line));
  if (first < 0 || !lines.some(({ kind }) => kind === 'batch-start') || !lines.some(isBatch)) return null;
  const opens = lines[first]?.kind !== 'end-batch';
  const above = opens ? lines.slice(0, first) : [];
  const below = lines[last]?.kind === 'end-batch' ? lines.slice(last + 1) : [];
  for (const part of [above, below]) {
    const [begin] = part;
    const end = part.at(-1);
    if (begin === undefined || end === undefined || part.length > MAX_LINES) continue;
    const diagnostic = diagnostics.find(({ range }) => range.start.line === begin.range.start.line);
    const edits = commented(begin.range.start.line, end.range.end.line);
    // A placeholder marks text to send, not a comment.
    if (
      diagnostic === undefined ||
      edits.length === 0 ||
      part.some((line) => /\{\w/.test(source.slice(line.range)))
    )
      continue;
    const title = edits.length === 1 ? 'Make it a comment (#)' : 'Make them comments (#)';
    return report(diagnostic.code, diagnostic.message, diagnostic.range, { fixes: [{ title, edits }] });
  }
  return null;

  function isWords(line: Line): boolean {
    if (line.kind !== 'unknown') return false;
    const text = source.slice(line.range);
    // `It reads roster.csv.` isn't a mistyped IF.
    if (line.presumed !== null && !/^\p{Lu}\p{Ll}*(?:\s+\S+){2,}$/u.test(text)) return false;
    if (ASSIGNED.test(text) || isOption(text)) return false;
    return commandsOf(text).length === 0 && (commentIn(text) === null || /^([-=*_~"'])\1*$/.test(text));
  }

  function commented(from: number, to: number): TextEdit[] {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return numbers.flatMap((number): TextEdit[] => {
      const text = source.lineText(number);
      if (text.trim() === '' || /^\s*#/.test(text)) return [];
      const content = text
        .trim()
        .replace(/^(?:"""|''')|(?:"""|''')$/g, '')
        .trim();
      const start = source.lineStart(number);
      const newText = /^[-=*_~"'\s]*$/.test(content) ? '' : `# ${content}`;
      return [{ range: source.range(start, start + text.length), newText }];
    });
  }
}

/** `"""Writes letters."""` above the script, whose closing quotes would begin a text block. */
function oneLineDocstring(source: Source, diagnostics: readonly Diagnostic[]): Diagnostic | null {
  const [text = '', indent = '', , content = ''] = /^(\s*)("""|''')(.+)\2[ \t]*$/m.exec(source.text) ?? [];
  const [diagnostic] = diagnostics;
  if (content === '' || diagnostic === undefined || !source.text.startsWith(text)) return null;
  const range = source.range(indent.length, text.length);
  const fixes = [{ title: 'Make it a comment (#)', edits: [{ range, newText: `# ${content.trim()}` }] }];
  return report(diagnostic.code, diagnostic.message, diagnostic.range, { fixes });
}

/** Whether a script begins with a docstring whose quotes don't belong to a prompt. */
export function beginsWithDocstring({ source }: ParsedScript): boolean {
  return /^\s*(?:'''|""")/.test(source.text);
}
