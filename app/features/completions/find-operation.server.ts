import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { CompletionsDeps } from './deps.server';
import { COMPLETE_ENDPOINT, OPTIMIZE_ENDPOINT, parseCompletionResult, type FoundOperation } from './contract';

/** The state of a send, so that a client can recover its completion after a reload or a lost connection. */
export async function findOperation(
  { ledger, runningCompletions }: Pick<CompletionsDeps, 'runningCompletions' | 'ledger'>,
  { userId }: Actor,
  key: string,
): Promise<FoundOperation> {
  // Until the hold is placed, only this process knows the operation: files are being read, the text is being moderated.
  // Checked first, because it may be in the ledger a moment later.
  const isRunning = runningCompletions.isRunning({ userId, endpoint: COMPLETE_ENDPOINT, key });
  const operation = await ledger.operation(userId, COMPLETE_ENDPOINT, key);
  if (operation?.state === 'answered')
    return { state: 'answered', answer: parseCompletionResult(operation.answer) };
  // A key whose first attempt failed may be running again.
  if (isRunning) return { state: 'running' };
  if (!operation) throw noSuchOperation('No request found with this key.');
  return operation;
}

/** Transcriptions are missing because a sent recording is charged in full, so stopping one saves nothing. */
const STOPPABLE = [COMPLETE_ENDPOINT, OPTIMIZE_ENDPOINT];

/** Stops a completion. The part received so far is kept and charged. */
export function stopOperation(
  { runningCompletions }: Pick<CompletionsDeps, 'runningCompletions'>,
  { userId }: Actor,
  key: string,
): void {
  const stoppedAny = STOPPABLE.filter((endpoint) => runningCompletions.stop({ userId, endpoint, key }));
  if (stoppedAny.length === 0) throw noSuchOperation('This request is no longer running.');
}

const noSuchOperation = (message: string): DomainError =>
  new DomainError('not-found', message, { code: 'no_such_operation' });
