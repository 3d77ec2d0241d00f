import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** No browser or proxy sends so many ahead; whoever does is cut off, as each takes memory until it is answered. */
const MAX_WAITING = 100;

/**
 * HTTP/1.1 lets a client send requests before it has read the answers. They are answered one after the other: the next
 * one begins when the answer before it has left this process, so that a peer that does not read has one answer made
 * for it, and one that has gone has none.
 */
export function inConnectionTurns(maxWaiting = MAX_WAITING): RequestHandler {
  const waitingOn = new WeakMap<Socket, (() => void)[]>();

  return ({ socket }, response, next) => {
    const begin = (): void => {
      response.once('close', () => {
        if (socket.destroyed || !socket.writable) waitingOn.delete(socket);
        else {
          const following = waitingOn.get(socket)?.shift();
          if (following) setImmediate(following); // other connections come between
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
