import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** Browsers and proxies never pipeline this many requests. The connection is closed, because each one takes memory. */
const MAX_WAITING = 100;

/**
 * HTTP/1.1 allows pipelining: a client may send requests before it has read the responses. They are handled one at a
 * time. The next one starts when the previous response has left this process, so a client that doesn't read occupies
 * only one response.
 */
export function serializePipelinedRequests(maxWaiting = MAX_WAITING): RequestHandler {
  const waitingOn = new WeakMap<Socket, (() => void)[]>();

  return ({ socket }, response, next) => {
    const begin = (): void => {
      response.once('close', () => {
        if (socket.destroyed || !socket.writable) waitingOn.delete(socket);
        else {
          const following = waitingOn.get(socket)?.shift();
          if (following) setImmediate(following); // lets other connections run in between
          else waitingOn.delete(socket);
        }
      });
      next();
    };
    const waiting = waitingOn.get(socket);
    if (!waiting) {
      waitingOn.set(socket, []);
      begin();
    } else if (waiting.length < maxWaiting) waiting.push(begin);
    else socket.destroy();
  };
}
