import type { MessagePort } from 'node:worker_threads';
import { RunStop } from '../interpreter/script-error.js';
import { createOutbox } from './outbox.js';
import type { MainCalls, MainNotes, ToMain, ToWorker } from './protocol.js';

/** The main thread as seen by a worker. */
export interface MainPort extends MainCalls, MainNotes {
  /** Aborts when the run is cancelled. */
  readonly cancelled: AbortSignal;
  close(): void;
}

type Pending = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };

/** Handles the main thread's messages and sends calls to it. A call that fails there rejects with `RunStop`. */
export function connectToMain(port: MessagePort): MainPort {
  const pending = new Map<number, Pending>();
  const cancel = new AbortController();
  const outbox = createOutbox<ToMain>(port);
  const { send } = outbox;
  let calls = 0;

  port.on('message', (group: readonly ToWorker[]) => {
    for (const message of group) take(message);
  });

  function take(message: ToWorker): void {
    switch (message.type) {
      case 'answer':
        takeCall(message.id)?.resolve(message.value);
        return;
      case 'failed':
        takeCall(message.id)?.reject(new RunStop('host', message.message));
        return;
      case 'cancel':
        cancel.abort();
        return;
      case 'are-you-alive':
        send({ type: 'alive' });
        return;
    }
  }

  function takeCall(id: number): Pending | undefined {
    const call = pending.get(id);
    pending.delete(id);
    return call;
  }

  function call<Method extends keyof MainCalls>(method: Method) {
    return (...args: Parameters<MainCalls[Method]>): ReturnType<MainCalls[Method]> => {
      calls += 1;
      const id = calls;
      const answer = new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        send({ type: 'call', id, method, args });
      });
      return answer as ReturnType<MainCalls[Method]>;
    };
  }

  return {
    cancelled: cancel.signal,
    beginBatch: call('beginBatch'),
    ask: call('ask'),
    screen: call('screen'),
    findModel: call('findModel'),
    countTokens: call('countTokens'),
    readText: call('readText'),
    answeredAt: call('answeredAt'),
    checkpoint: call('checkpoint'),
    readHeader: call('readHeader'),
    loadResults: call('loadResults'),
    saveMemo: call('saveMemo'),
    loadMemo: call('loadMemo'),
    standing: call('standing'),
    recordFiles: call('recordFiles'),
    log: (lines) => {
      send({ type: 'log', lines });
    },
    progress: (progress) => {
      send({ type: 'progress', progress });
    },
    estimating: (progress) => {
      send({ type: 'estimating', progress });
    },
    close: () => {
      send({ type: 'last-word' });
      outbox.flush();
      port.close();
    },
  };
}
