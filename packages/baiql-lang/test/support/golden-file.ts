import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutMarks } from './annotate.js';

export interface GoldenCase {
  readonly file: string;
  readonly title: string;
  /** The script with its marks, and without. */
  readonly annotated: string;
  readonly script: string;
  /** Whether the files, table headers and models of `environment.ts` are at hand. */
  readonly withFiles: boolean;
}

const TITLE = /^=== (.*?)( \[with files\])?$/;

/** Reads the cases of a golden file: each begins with a line `=== title`. */
export function readCases(directory: string, file: string): GoldenCase[] {
  const cases: GoldenCase[] = [];
  let title: RegExpExecArray | null = null;
  let lines: string[] = [];
  const finish = (): void => {
    if (title === null) return;
    const annotated = lines.join('\n').trimEnd();
    const script = withoutMarks(annotated);
    cases.push({ file, title: title[1] ?? '', annotated, script, withFiles: title[2] !== undefined });
  };
  for (const line of readFileSync(path.join(directory, file), 'utf8').split('\n')) {
    const found = TITLE.exec(line);
    if (found === null) {
      lines.push(line);
      continue;
    }
    finish();
    title = found;
    lines = [];
  }
  finish();
  return cases;
}

/** All cases of all files of a directory. */
export function readAllCases(directory: string): GoldenCase[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) => readCases(directory, file));
}
