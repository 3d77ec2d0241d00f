import { setTimeout } from 'node:timers/promises';
import { DomainError } from '~/core/shared/errors';
import type { Logger } from '~/core/server/logger.server';
import {
  costMicroUsd,
  type Ledger,
  type PriceSnapshot,
  type Settlement,
} from '~/features/ledger/index.server';
import { ProviderFailure, type CompletionResult } from '~/integrations/ai/contract';
import type { Answer } from './answer';
import { explainFailure } from './provider-failures.server';

interface Deps {
  ledger: Ledger;
  log: Logger;
}

const SETTLE_ATTEMPTS = 5;
const SETTLE_WAIT_MS = 200;

export type SentResult = Omit<CompletionResult, 'finishReason'> & { finishReason: Answer['finishReason'] };

/** Sends once. A failure gives the hold back, unless a part of the answer had arrived: that part is the answer. */
export async function sendOnce(
  deps: Deps,
  operationId: string,
  price: PriceSnapshot,
  inputTokens: number,
  call: () => Promise<CompletionResult>,
): Promise<SentResult> {
  try {
    const result = await call();
    if (result.text !== '') return result;
    await deps.ledger.release(
      operationId,
      result.finishReason === 'stopped' ? 'Stopped before a reply' : 'Empty reply',
    );
    throw result.finishReason === 'stopped'
      ? new DomainError('conflict', 'Stopped before a reply arrived. You were not charged.', {
          code: 'stopped',
        })
      : new DomainError('upstream-failed', 'The model gave an empty reply. You were not charged.', {
          code: 'provider_empty_reply',
        });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const failure = error instanceof ProviderFailure ? error : undefined;
    if (failure?.received && failure.received.text !== '' && !failure.certain) {
      return { ...failure.received, finishReason: 'interrupted', requestId: failure.requestId };
    }
    // Nobody can tell whether the vendor charges for a call that was lost after the send: the platform bears it.
    const isLost = !failure?.certain;
    const loss = isLost ? costMicroUsd(price, inputTokens, 0) : 0n;
    await deps.ledger.release(operationId, failure ? `Failed: ${failure.kind}` : 'Failed', loss);
    deps.log.warn(
      {
        operationId,
        kind: failure?.kind,
        status: failure?.status,
        vendorCode: failure?.vendorCode,
        requestId: failure?.requestId,
      },
      'a call to a provider failed',
    );
    throw failure ? explainFailure(failure) : error;
  }
}

/**
 * A reply that is there is given to the person whatever happens: when the books cannot take it (its hold was ended as
 * overdue, or the disk stays full) the platform bears it, and the log says so.
 */
export async function settleReply(deps: Deps, settlement: Settlement): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await deps.ledger.settle(settlement);
      return;
    } catch (err) {
      const isPassing = err instanceof DomainError && err.kind === 'unavailable';
      if (isPassing && attempt < SETTLE_ATTEMPTS) {
        await setTimeout(SETTLE_WAIT_MS * attempt);
        continue;
      }
      deps.log.error({ err, operationId: settlement.operationId }, 'a reply could not be charged');
      return;
    }
  }
}
