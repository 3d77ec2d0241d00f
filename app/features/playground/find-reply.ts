import { callApi, ApiError, NetworkError } from '~/core/browser/call-api';
import { operationSchema, type FoundOperation } from '~/features/completions';
import { failureOf } from './failure';
import type { Reply } from './reply';
import { ConnectionLost, SendFailure } from './send-prompt';

interface FindOptions {
  key: string;
  signal: AbortSignal;
  origin?: string;
  /** Polling interval while the send is in flight or the server is unreachable. */
  pauseMs?: number;
}

/**
 * A request may have arrived but not been processed yet, so it counts as unknown only after this many lookups in a row.
 */
const MAX_UNKNOWN_LOOKUPS = 3;

/**
 * Waits for the reply to a send whose stream was lost by a reload or a broken connection.
 * @throws SendFailure if there will be none; ConnectionLost if `signal` aborts
 */
export async function findReply({ key, signal, origin = '', pauseMs = 1000 }: FindOptions): Promise<Reply> {
  for (let unknown = 0; ;) {
    const found = await lookUp(`${origin}/api/ai/operations/${encodeURIComponent(key)}`, signal);
    if (typeof found === 'object') return found;
    unknown = found === 'unknown' ? unknown + 1 : 0;
    // Refused, stopped or never arrived: in each case nothing was charged or sent to a provider.
    if (unknown === MAX_UNKNOWN_LOOKUPS)
      throw new SendFailure({ message: 'The request was not sent to the model. You were not charged.' });
    await pause(pauseMs, signal);
  }
}

async function lookUp(address: string, signal: AbortSignal): Promise<Reply | 'unknown' | 'not yet'> {
  const operation = await fetchOperation(address, signal);
  if (typeof operation === 'string') return operation;
  switch (operation.state) {
    case 'running':
      return 'not yet';
    case 'answered':
      return operation.answer;
    case 'purged':
      throw new SendFailure({
        message: 'This request was answered and charged, but its reply is no longer stored.',
      });
    case 'failed':
      throw new SendFailure({ message: 'The request failed before a reply arrived. You were not charged.' });
  }
}

async function fetchOperation(
  address: string,
  signal: AbortSignal,
): Promise<FoundOperation | 'unknown' | 'not yet'> {
  try {
    return await callApi(address, operationSchema, { headers: { Accept: 'application/json' }, signal });
  } catch (error) {
    if (signal.aborted) throw new ConnectionLost('No one is waiting for the reply anymore.');
    if (error instanceof NetworkError) return 'not yet';
    if (!(error instanceof ApiError)) throw error;
    if (error.status >= 500) return 'not yet';
    if (error.status === 404) return 'unknown';
    throw new SendFailure(failureOf(error));
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new ConnectionLost('No one is waiting for the reply anymore.'));
    });
  });
