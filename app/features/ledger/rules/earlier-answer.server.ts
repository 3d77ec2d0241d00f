import { unseal } from '~/core/server/seal.server';
import type { Logger } from '~/core/server/logger.server';
import type { Clock } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { CallIdentity, Replay } from '../contract';
import { answerPurged, keyReused } from '../errors.server';
import type { OperationRow } from './rows';

export interface AnswerReader {
  clock: Clock;
  sealKey: Buffer;
  log: Logger;
}

/** The stored response of the same request; undefined if the last attempt failed. */
export function answerOf(parts: AnswerReader, call: CallIdentity, earlier: OperationRow): Replay | undefined {
  if (earlier.requestHash !== call.requestHash) throw keyReused();
  return earlier.state === 'failed' ? undefined : earlierAnswer(parts, earlier);
}

function earlierAnswer(parts: AnswerReader, earlier: OperationRow): Replay {
  if (earlier.state === 'running') {
    throw new DomainError('conflict', 'This request is still being answered. Wait for its answer.', {
      code: 'in_flight',
    });
  }
  const answer = readableAnswer(parts, earlier);
  if (answer !== undefined) return { kind: 'replayed', operationId: earlier.id, answer };
  throw answerPurged();
}

/** The stored response of an operation; undefined if it is purged or past its purge date. */
export function readableAnswer(
  { clock, sealKey, log }: AnswerReader,
  operation: OperationRow,
): string | undefined {
  const { id, answer, purgeAt } = operation;
  if (answer === null || (purgeAt !== null && purgeAt <= BigInt(clock()))) return undefined;
  if (operation.isAnswerSealed === 0n) return answer;
  const text = unseal(sealKey, id, answer);
  if (text === undefined) log.warn({ operationId: id }, 'a sealed answer does not open with the present key');
  return text;
}
