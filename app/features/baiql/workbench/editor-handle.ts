import type { Diagnostic, Environment, Fix } from '@promptwell/baiql-lang';

export type EditorCommand =
  | 'format'
  | 'rename'
  | 'definition'
  | 'next-problem'
  | 'first-fix'
  | 'explain'
  | 'find';

/** What the workbench does with an editor, whichever it is: CodeMirror, or a plain text area where that fails. */
export interface EditorHandle {
  /** False for the plain text area, which knows no commands. */
  readonly hasCommands: boolean;
  text(): string;
  isEmpty(): boolean;
  /** Another script: there is nothing to undo. */
  open(text: string): void;
  /** The same script with another text, which can be undone. */
  replace(text: string): void;
  /** Puts a line below the one with the cursor. */
  insertLine(line: string): void;
  /** Makes a change that was offered for what is wrong; it can be undone. */
  fix(fix: Fix): void;
  /** Puts a text where the cursor is. */
  insertText(text: string): void;
  goToLine(line: number): void;
  /** Shows what is wrong where it is wrong. */
  show(diagnostics: readonly Diagnostic[]): void;
  /** What completion and explanations may speak of. */
  learn(environment: Environment): void;
  run(command: EditorCommand): void;
  focus(): void;
  destroy(): void;
}

export interface EditorOptions {
  text: string;
  label: string;
  /** Of an element that says how to leave the editor by keyboard. */
  describedBy: string;
  onEdit: () => void;
}
