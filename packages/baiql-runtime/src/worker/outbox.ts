import type { MessagePort } from 'node:worker_threads';

/** Batches messages: all messages of one event-loop tick are posted together, which is much cheaper. */
export interface Outbox<Message> {
  readonly send: (message: Message) => void;
  /** Posts the pending messages now. */
  readonly flush: () => void;
}

/** @param port receives arrays of messages, in order. */
export function createOutbox<Message>(port: Pick<MessagePort, 'postMessage'>): Outbox<Message> {
  let waiting: Message[] = [];

  function flush(): void {
    if (waiting.length === 0) return;
    const group = waiting;
    waiting = [];
    port.postMessage(group);
  }

  return {
    send(message) {
      waiting.push(message);
      if (waiting.length === 1) setImmediate(flush);
    },
    flush,
  };
}
