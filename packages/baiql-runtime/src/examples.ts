import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BatchType } from '@promptwell/baiql-lang';

/** An example's metadata, available without reading its files. */
export interface ExampleSummary {
  /** Name of its folder below `examples/`. */
  readonly key: string;
  readonly name: string;
  readonly group: ExampleGroup;
  readonly batchType: BatchType;
  readonly description: string;
}

export type ExampleGroup =
  | 'Content Generation'
  | 'Document Analysis'
  | 'Custom Analysis'
  | 'Grading with Rubric'
  | 'Multi-step Processing'
  | 'Mail Merge';

export interface Example extends ExampleSummary {
  readonly code: string;
  /** The files the script reads, to be stored below `/data/input/`. */
  readonly files: readonly ExampleFile[];
}

export interface ExampleFile {
  /** Relative to `/data/input/`, separated by `/`. */
  readonly path: string;
  readonly realPath: string;
}

/** The examples, in display order. */
export const EXAMPLES: readonly ExampleSummary[] = [
  {
    key: 'email-generation',
    name: 'Email generation',
    group: 'Content Generation',
    batchType: 'PROMPT',
    description: 'Three versions of an invitation, each in its own tone, from the facts of two documents.',
  },
  {
    key: 'document-summarization',
    name: 'Document summarization',
    group: 'Document Analysis',
    batchType: 'EXAMINE',
    description: 'A one-page summary of every document in a folder, as a Word file of the same name.',
  },
  {
    key: 'contract-analysis',
    name: 'Contract analysis',
    group: 'Document Analysis',
    batchType: 'COMBO',
    description: 'Compares each contract with your playbook and lists the clauses that depart from it.',
  },
  {
    key: 'resume-screening',
    name: 'Resume screening',
    group: 'Custom Analysis',
    batchType: 'EXAMINE',
    description: 'Reads résumés one by one and sorts them into a shortlist, without sending personal data.',
  },
  {
    key: 'student-grading',
    name: 'Student grading',
    group: 'Grading with Rubric',
    batchType: 'COMBO*',
    description: 'Grades one essay for each student on your roster against a rubric, into one table.',
  },
  {
    key: 'multi-step-pipeline',
    name: 'Multi-step pipeline',
    group: 'Multi-step Processing',
    batchType: 'CHAIN',
    description: 'Three steps for each subject: an outline, a draft, and the polished article.',
  },
  {
    key: 'mail-merge',
    name: 'Mail merge',
    group: 'Mail Merge',
    batchType: 'COMBO',
    description: 'A personal letter for each row of a table: one Word file per person, named after them.',
  },
];

// The built module has the same depth in the package as this one.
const FOLDER = fileURLToPath(new URL('../examples/', import.meta.url));

/** An example with its script and input files; null for an unknown key. */
export async function readExample(key: string): Promise<Example | null> {
  const summary = EXAMPLES.find((example) => example.key === key);
  if (summary === undefined) return null;
  const folder = path.join(FOLDER, summary.key);
  const code = await readFile(path.join(folder, 'script.baiql'), 'utf8');
  return { ...summary, code, files: await filesBelow(path.join(folder, 'files')) };
}

async function filesBelow(folder: string): Promise<ExampleFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((realPath) => ({ path: path.relative(folder, realPath).split(path.sep).join('/'), realPath }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
