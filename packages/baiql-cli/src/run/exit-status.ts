import type { RunOutcome, StopReason } from '@promptwell/baiql-runtime';
import { EXIT } from '../command.js';
import type { RunSettings } from './settings.js';

/** Stop reasons caused by files rather than by the run. */
const UNREADABLE: ReadonlySet<StopReason> = new Set<StopReason>(['source', 'source-changed', 'output']);

export function statusOf({ status, reason, totals }: RunOutcome): number {
  if (status === 'completed') return totals.failed === 0 ? EXIT.ok : EXIT.failed;
  return reason !== null && UNREADABLE.has(reason) ? EXIT.usage : EXIT.stopped;
}

/** The command that continues a run; null if nothing is left. */
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
  // A stopped trial remains a trial.
  if (settings.first !== null && status === 'failed') words.push('--first', String(settings.first));
  return `${what}:\n  ${words.map(quote).join(' ')}\n`;
}

/** Quoted for a shell. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
