/** What a command may use of the world, so that tests can hand it something else. */
export interface Io {
  /** Writes to standard output, and to standard error. */
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Everything that standard input has to give, at most so many bytes of it. */
  readonly readInput: (mostBytes: number) => Promise<Uint8Array>;
  /** Whether standard output is a terminal that shows colours. */
  readonly colours: boolean;
  /** How many columns the terminal has; null when the output goes elsewhere. */
  readonly columns: number | null;
}

/** The exit status of a command. */
export const EXIT = {
  /** All is well. */
  ok: 0,
  /** A script has errors, or is not formatted. */
  found: 1,
  /** Wrong usage, or a file that cannot be read. */
  usage: 2,
  /** A run finished, and some of its transactions failed. */
  failed: 3,
  /** A run was stopped before its end, or not begun. */
  stopped: 4,
} as const;

/** One command, such as `check`. It is loaded when it is called for. */
export interface Command {
  readonly usage: string;
  /** Runs with the arguments after the command's name; the promise gives the exit status. */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
}

/** The command was called in a way that it does not understand. The message is one clear sentence. */
export class UsageError extends Error {}
