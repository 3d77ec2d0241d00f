import { createInterface } from 'node:readline/promises';
import { UsageError } from '../command.js';

/** Asks on the terminal whether to start. @throws UsageError where nobody can answer. */
export async function confirmStart(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UsageError('There is no terminal to ask on. Add --yes to start without confirmation.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Start? [y/N] ');
    return /^y(?:es)?$/iu.test(answer.trim());
  } finally {
    terminal.close();
  }
}
