import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A peer that reads nothing for this long is gone, or is trying to exhaust memory. */
const UNREAD_MS = 60_000;

/**
 * Closes connections whose peer does not read its responses. Slow readers, and those whose response is still being
 * produced, are not affected.
 */
export function closeUnreadConnections(server: Server, unreadMs = UNREAD_MS): void {
  const openResponses = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number): void => {
    openResponses.set(socket, (openResponses.get(socket) ?? 0) + change);
  };
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // Called after this time without socket activity, and also when an idle keep-alive connection expires.
  server.setTimeout(unreadMs, (socket: Socket) => {
    const isWaitedFor = (openResponses.get(socket) ?? 0) > 0;
    if (socket.writableLength > 0 || !isWaitedFor) socket.destroy();
  });
}
