import type { BatchType, Diagnostic } from '@promptwell/baiql-lang';
import type { Io } from '../command.js';
import type { Unreadable } from '../files/read-scripts.js';

/** A script and its diagnostics. */
export interface Checked {
  readonly file: string;
  readonly text: string;
  readonly batchType: BatchType | null;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Findings {
  readonly checked: readonly Checked[];
  readonly unreadable: readonly Unreadable[];
}

/** Formats findings for output. */
export type Reporter = (findings: Findings, io: Pick<Io, 'colors' | 'columns'>) => string;
