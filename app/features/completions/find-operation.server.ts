import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { CompletionsDeps } from './deps.server';
import { COMPLETE_ENDPOINT, OPTIMIZE_ENDPOINT, parseAnswer, type FoundOperation } from './contract';

/** What became of a send, so that a reload or a lost connection finds its reply. */
export async function findOperation(
  { ledger, runningCalls }: Pick<CompletionsDeps, 'runningCalls' | 'ledger'>,
  { userId }: Actor,
  key: string,
): Promise<FoundOperation> {
  // Before any money is set aside only the server's memory knows of it: its files are read, its text is judged. Looked
  // up first, since it may be in the books a moment later.
  const isRunning = runningCalls.isRunning({ userId, endpoint: COMPLETE_ENDPOINT, key });
  const operation = await ledger.operation(userId, COMPLETE_ENDPOINT, key);
  if (operation?.state === 'answered') return { state: 'answered', answer: parseAnswer(operation.answer) };
  // A key whose first attempt failed may be under way again.
  if (isRunning) return { state: 'running' };
  if (!operation) throw noSuchOperation('No request found with this key.');
  return operation;
}

/** What its sender may stop. A recording is paid whole once it has left, so nothing is gained by ending its call. */
const STOPPABLE = [COMPLETE_ENDPOINT, OPTIMIZE_ENDPOINT];

/** Stops a send; it then ends with what was received so far, which is all that is charged. */
export function stopOperation(
  { runningCalls }: Pick<CompletionsDeps, 'runningCalls'>,
  { userId }: Actor,
  key: string,
): void {
  const stoppedAny = STOPPABLE.filter((endpoint) => runningCalls.stop({ userId, endpoint, key }));
  if (stoppedAny.length === 0) throw noSuchOperation('This request is no longer running.');
}

const noSuchOperation = (message: string): DomainError =>
  new DomainError('not-found', message, { code: 'no_such_operation' });
