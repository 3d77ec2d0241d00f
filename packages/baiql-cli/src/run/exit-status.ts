import type { RunOutcome, StopReason } from '@promptwell/baiql-runtime';
import { EXIT } from '../command.js';
import type { RunSettings } from './settings.js';

/** Stops that are about files rather than about the run. */
const UNREADABLE: ReadonlySet<StopReason> = new Set<StopReason>(['source', 'source-changed', 'output']);

export function statusOf({ status, reason, totals }: RunOutcome): number {
  if (status === 'completed') return totals.failed === 0 ? EXIT.ok : EXIT.failed;
  return reason !== null && UNREADABLE.has(reason) ? EXIT.usage : EXIT.stopped;
}

/** The line that goes on with a run; null when nothing is left to do. */
export function resumeLine(
  id: string,
  settings: RunSettings,
  { status, reason, totals }: RunOutcome,
): string | null {
  const isDone = status === 'completed' && reason === null;
  if (isDone && totals.failed === 0) return null;
  const what = reason === 'trial' ? 'To run the rest' : isDone ? 'To retry what failed' : 'To continue';
  const words = ['baiql', 'run', settings.script, '--files', settings.files, '--out', settings.out];
  words.push('--state', settings.state, '--resume', id);
  // A trial that stopped is still one: the rest is another question.
  if (settings.first !== null && status === 'failed') words.push('--first', String(settings.first));
  return `${what}:\n  ${words.map(quote).join(' ')}\n`;
}

/** For a shell. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
