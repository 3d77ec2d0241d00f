import type { MessagePort } from 'node:worker_threads';

/** Sends messages in groups: what is said in one turn of the event loop goes over together, which costs far less. */
export interface Outbox<Message> {
  readonly send: (message: Message) => void;
  /** Sends now what has been said so far. */
  readonly flush: () => void;
}

/** @param port takes arrays of messages, in the order in which they were said. */
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
