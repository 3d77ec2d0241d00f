import { operationSchema } from '~/features/completions';
import type { Reply } from './reply';
import { ConnectionLost, readRefusal, SendFailure } from './send-prompt';

interface FindOptions {
  key: string;
  signal: AbortSignal;
  origin?: string;
  /** Between two looks while the send is under way or the server cannot be reached. */
  pauseMs?: number;
}

/**
 * Waits for the reply to a send whose stream was lost, by a reload or a broken line.
 * Throws SendFailure when there will be none, ConnectionLost when `signal` ends the wait.
 */
export async function findReply({ key, signal, origin = '', pauseMs = 1000 }: FindOptions): Promise<Reply> {
  for (;;) {
    const reply = await look(`${origin}/api/ai/operations/${encodeURIComponent(key)}`, signal);
    if (reply) return reply;
    await pause(pauseMs, signal);
  }
}

async function look(address: string, signal: AbortSignal): Promise<Reply | undefined> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, signal }).catch(
    () => undefined,
  );
  if (signal.aborted) throw new ConnectionLost('Nobody waits for the reply any more.');
  if (!response || response.status >= 500) return undefined;
  if (response.status === 404)
    throw new SendFailure({ message: 'The request did not reach the server. You were not charged.' });
  if (!response.ok) throw new SendFailure(await readRefusal(response));
  const operation = operationSchema.parse(await response.json());
  switch (operation.state) {
    case 'running':
      return undefined;
    case 'answered':
      return operation.answer;
    case 'purged':
      throw new SendFailure({ message: 'This reply was answered and paid for, and is no longer kept.' });
    case 'failed':
      throw new SendFailure({ message: 'The request failed before a reply arrived. You were not charged.' });
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new ConnectionLost('Nobody waits for the reply any more.'));
    });
  });
