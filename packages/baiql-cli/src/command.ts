/** A command's I/O, injectable for tests. */
export interface Io {
  /** Writes to standard output, and to standard error. */
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Reads standard input up to a maximum number of bytes. */
  readonly readInput: (maxBytes: number) => Promise<Uint8Array>;
  /** True if standard output is a terminal with colors. */
  readonly colors: boolean;
  /** Width of the terminal in columns; null if the output is not a terminal. */
  readonly columns: number | null;
}

/** The exit status of a command. */
export const EXIT = {
  /** Success. */
  ok: 0,
  /** A script has errors, or is not formatted. */
  found: 1,
  /** Wrong usage, or an unreadable file. */
  usage: 2,
  /** The run finished, but some transactions failed. */
  failed: 3,
  /** The run stopped early, or did not begin. */
  stopped: 4,
} as const;

/** A command, such as `check`, loaded on demand. */
export interface Command {
  readonly usage: string;
  /** Runs with the arguments after the command's name; resolves with the exit status. */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
}

/** A usage error. The message is user-facing. */
export class UsageError extends Error {}
