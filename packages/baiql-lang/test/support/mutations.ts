/** One change to a script. `touched` are the lines, from 1, of the old and of the new text that it touched. */
export interface Mutation {
  readonly before: string;
  readonly after: string;
  readonly touchedBefore: readonly number[];
  readonly touchedAfter: readonly number[];
  /** The number of the line in the new text that was line n of the old one. */
  readonly newLine: (oldLine: number) => number;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Replaces what stands between two offsets. */
export function replaceAt(before: string, start: number, end: number, text: string): Mutation {
  const after = before.slice(0, start) + text + before.slice(end);
  const firstLine = lineOf(before, start);
  const lastBefore = lineOf(before, end);
  const lastAfter = lineOf(after, start + text.length);
  return {
    before,
    after,
    touchedBefore: span(firstLine, lastBefore),
    touchedAfter: span(firstLine, lastAfter),
    newLine: (line) => (line <= firstLine ? line : Math.max(firstLine, line + lastAfter - lastBefore)),
  };
}

export function deleteCharacter(before: string, at: number): Mutation {
  return replaceAt(before, at, at + 1, '');
}

export function insertText(before: string, at: number, text: string): Mutation {
  return replaceAt(before, at, at, text);
}

export function deleteLine(before: string, line: number): Mutation {
  const lines = before.split('\n');
  const after = [...lines.slice(0, line - 1), ...lines.slice(line)].join('\n');
  return {
    before,
    after,
    touchedBefore: [line],
    touchedAfter: [],
    newLine: (old) => (old <= line ? old : old - 1),
  };
}

/** Swaps a line with the next one. */
export function swapLines(before: string, line: number): Mutation {
  const lines = before.split('\n');
  const [first, second] = [lines[line - 1] ?? '', lines[line] ?? ''];
  const after = [...lines.slice(0, line - 1), second, first, ...lines.slice(line + 1)].join('\n');
  const touched = [line, line + 1];
  const newLine = (old: number): number => (old === line ? line + 1 : old === line + 1 ? line : old);
  return { before, after, touchedBefore: touched, touchedAfter: touched, newLine };
}
