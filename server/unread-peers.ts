import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A peer that reads nothing for this long is gone, or is trying to exhaust memory. */
const UNREAD_MS = 60_000;

/**
 * Closes connections whose peer does not read its responses. Slow readers, and those whose response is still being
 * produced, are not affected.
 */
export function cutOffUnreadPeers(server: Server, unreadMs = UNREAD_MS): void {
  const openAnswers = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number): void => {
    openAnswers.set(socket, (openAnswers.get(socket) ?? 0) + change);
  };
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // Called after this time without socket activity, and also when an idle keep-alive connection expires.
  server.setTimeout(unreadMs, (socket: Socket) => {
    const isWaitedFor = (openAnswers.get(socket) ?? 0) > 0;
    if (socket.writableLength > 0 || !isWaitedFor) socket.destroy();
  });
}
