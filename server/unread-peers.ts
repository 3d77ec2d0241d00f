import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A peer that has taken nothing of what waits for it in this time is gone, or means to hold the server's memory. */
const UNREAD_MS = 60_000;

/**
 * Cuts off peers that do not read their answers. One that reads slowly keeps its connection, and so does one whose
 * answer is still being made.
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
  // Called where nothing was read or written for so long, also once an idle connection has been kept long enough.
  server.setTimeout(unreadMs, (socket: Socket) => {
    const isWaitedFor = (openAnswers.get(socket) ?? 0) > 0;
    if (socket.writableLength > 0 || !isWaitedFor) socket.destroy();
  });
}
