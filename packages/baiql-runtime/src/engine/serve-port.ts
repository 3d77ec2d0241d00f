import type { MessagePort } from 'node:worker_threads';
import { createOutbox } from '../worker/outbox.js';
import type { MainCalls, MainNotes, ToMain, ToWorker } from '../worker/protocol.js';

/** The worker's side of a run, as the main thread sees it. */
export interface ServedPort {
  cancel(): void;
  /** True if the worker has answered since the last call. */
  ping(): boolean;
  /** Resolves once everything the worker has sent is processed and nothing more will come. */
  readonly drained: Promise<void>;
  close(): void;
}

/**
 * Answers a worker's calls. A rejected call is answered with its error message.
 * @param onFault called for errors that nothing awaits: an unprocessable message, an answer that cannot be posted.
 */
export function servePort(
  port: MessagePort,
  calls: MainCalls,
  notes: MainNotes,
  onFault: (error: unknown) => void,
): ServedPort {
  let isAlive = true;
  let isOpen = true;
  let endListening = (): void => undefined;
  const drained = new Promise<void>((resolve) => {
    endListening = resolve;
  });

  const { send } = createOutbox<ToWorker>({
    // The worker may have ended while its call was answered.
    postMessage: (group) => {
      if (!isOpen) return;
      try {
        port.postMessage(group);
      } catch (error) {
        onFault(error);
      }
    },
  });

  async function answer({ id, method, args }: Extract<ToMain, { type: 'call' }>): Promise<void> {
    try {
      if (!Object.hasOwn(calls, method)) throw new Error('There is no such call.');
      const table: Readonly<Record<string, (...values: readonly never[]) => Promise<unknown>>> = { ...calls };
      const value = await table[method]?.(...(args as readonly never[]));
      send({ type: 'answer', id, value });
    } catch (error) {
      send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  port.on('message', (group: readonly ToMain[]) => {
    isAlive = true;
    try {
      for (const message of group) take(message);
    } catch (error) {
      onFault(error);
    }
  });
  port.on('messageerror', onFault);
  port.on('close', () => {
    isOpen = false;
  });

  function take(message: ToMain): void {
    switch (message.type) {
      case 'call':
        void answer(message);
        return;
      case 'log':
        notes.log(message.lines);
        return;
      case 'progress':
        notes.progress(message.progress);
        return;
      case 'estimating':
        notes.estimating(message.progress);
        return;
      case 'alive':
        return;
      case 'last-word':
        endListening();
        return;
    }
  }

  return {
    cancel: () => {
      send({ type: 'cancel' });
    },
    ping() {
      const hasResponded = isAlive;
      isAlive = false;
      send({ type: 'are-you-alive' });
      return hasResponded;
    },
    drained,
    close() {
      isOpen = false;
      port.close();
    },
  };
}
