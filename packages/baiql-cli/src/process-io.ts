import { EXIT, type Io } from './command.js';

/** The process's own streams. */
export function processIo(): Io {
  // The reader of our output may close it early, as `head` does, or a `tee` that also receives Ctrl+C: neither an error
  // nor a reason to abort a run.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`The output cannot be written (${error.message}).\n`);
    process.exitCode = EXIT.usage;
  });
  process.stderr.on('error', () => undefined);
  return {
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
    readInput,
    colors: hasColors(process.stdout.isTTY, process.env),
    columns: process.stdout.isTTY ? process.stdout.columns : null,
  };
}

/**
 * Colors only on terminals, unless disabled (no-color.org). A pipe's `isTTY` is undefined; converted to false, because
 * the library detects again on undefined.
 */
export function hasColors(isTerminal: boolean | undefined, environment: NodeJS.ProcessEnv): boolean {
  return isTerminal === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

async function readInput(maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of process.stdin) {
    if (!(piece instanceof Uint8Array)) continue;
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxBytes);
}
