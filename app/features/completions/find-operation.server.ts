import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { parseAnswer } from './pay-for-call.server';
import { COMPLETE_ENDPOINT, type FoundOperation } from './answer';

/** What became of a send, so that a reload or a lost connection finds its reply. */
export async function findOperation(
  { ledger }: Services,
  { userId }: Actor,
  key: string,
): Promise<FoundOperation> {
  const operation = await ledger.operation(userId, COMPLETE_ENDPOINT, key);
  if (!operation) throw noSuchOperation('There is no send with this key.');
  return operation.state === 'answered'
    ? { state: 'answered', answer: parseAnswer(operation.answer) }
    : operation;
}

/** Stops a send; its stream then ends with what was received so far, which is all that is charged. */
export function stopOperation({ runningCalls }: Services, { userId }: Actor, key: string): void {
  if (!runningCalls.stop(userId, key)) throw noSuchOperation('This send is not under way any more.');
}

const noSuchOperation = (message: string): DomainError =>
  new DomainError('not-found', message, { code: 'no_such_operation' });
