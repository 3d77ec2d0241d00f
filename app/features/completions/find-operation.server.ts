import { DomainError } from '~/core/shared/errors';
import type { Ledger } from '~/features/ledger/index.server';
import { answerSchema, type Answer } from './answer';
import { COMPLETE_ENDPOINT } from './complete-prompt.server';
import type { RunningCalls } from './running-calls.server';

/** `purged`: it was answered and paid, and its answer is no longer kept. */
export type FoundOperation =
  { state: 'running' } | { state: 'failed' } | { state: 'purged' } | { state: 'answered'; answer: Answer };

/** What became of a send, so that a reload or a lost connection finds its reply. */
export async function findOperation(
  deps: { ledger: Ledger },
  userId: string,
  idempotencyKey: string,
): Promise<FoundOperation> {
  const operation = await deps.ledger.operation(userId, COMPLETE_ENDPOINT, idempotencyKey);
  if (!operation) throw new DomainError('not-found', 'There is no send with this key.');
  return operation.state === 'answered'
    ? { state: 'answered', answer: answerSchema.parse(JSON.parse(operation.answer)) }
    : operation;
}

/** Stops a send; its stream then ends with what was received so far, which is all that is charged. */
export function stopOperation(deps: { running: RunningCalls }, userId: string, idempotencyKey: string): void {
  if (!deps.running.stop(userId, idempotencyKey)) {
    throw new DomainError('not-found', 'This send is not under way any more.');
  }
}
