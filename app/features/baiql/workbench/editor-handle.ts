import type { Diagnostic, Environment, Fix } from '@promptwell/baiql-lang';

export type EditorCommand =
  | 'format'
  | 'rename'
  | 'definition'
  | 'next-problem'
  | 'first-fix'
  | 'explain'
  | 'find';

/** The workbench's interface to an editor: CodeMirror, or a plain text area as its fallback. */
export interface EditorHandle {
  /** False for the plain text area. */
  readonly hasCommands: boolean;
  text(): string;
  isEmpty(): boolean;
  /** Opens another script and clears the undo history. */
  open(text: string): void;
  /** Replaces the text; can be undone. */
  replace(text: string): void;
  /** Inserts a line below the one with the cursor. */
  insertLine(line: string): void;
  /** Applies a diagnostic's fix; can be undone. */
  fix(fix: Fix): void;
  /** Inserts a text at the cursor. */
  insertText(text: string): void;
  goToLine(line: number): void;
  /** Marks the diagnostics in the text. */
  show(diagnostics: readonly Diagnostic[]): void;
  /** Sets the context for completions and tooltips. */
  learn(environment: Environment): void;
  run(command: EditorCommand): void;
  focus(): void;
  destroy(): void;
}

export interface EditorOptions {
  text: string;
  label: string;
  /** Id of the element that explains how to leave the editor by keyboard. */
  describedBy: string;
  onEdit: () => void;
}
