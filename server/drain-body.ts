import type { Request, RequestHandler } from 'express';

/** More than any form or upload that is refused for its content. */
const MAX_DRAINED_BYTES = 100 * 1024 * 1024;
/** As slow as an upload may be: see steadyPieces. */
const CHECK_MS = 30_000;
const LEAST_BYTES = 480 * 1024;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * A sender who is refused early reads the answer when all has been sent: the rest of the body is read and thrown away,
 * within bounds, before the connection closes. Closed at once, as `Connection: close` asks for, the network would
 * report a broken pipe instead of the answer.
 */
export const drainBody: RequestHandler = (request, response, next) => {
  if (!hasBody(request)) {
    next();
    return;
  }
  const { socket } = request;
  if (!response.shouldKeepAlive) {
    const destroySoon = socket.destroySoon.bind(socket);
    // What Node calls when the last answer of a connection has been sent.
    socket.destroySoon = () => {
      if (request.complete || socket.destroyed) destroySoon();
      else {
        socket.end();
        request.once('close', destroySoon).once('end', destroySoon);
        request.resume();
      }
    };
  }
  response.once('finish', () => {
    if (!request.complete) boundRest(request);
  });
  next();
};

function boundRest(request: Request): void {
  const { socket } = request;
  const beganAt = socket.bytesRead;
  let checkedAt = beganAt;
  const watch = setInterval(() => {
    const { bytesRead } = socket;
    if (bytesRead - checkedAt < LEAST_BYTES || bytesRead - beganAt > MAX_DRAINED_BYTES) socket.destroy();
    checkedAt = bytesRead;
  }, CHECK_MS);
  watch.unref();
  const stop = (): void => clearInterval(watch);
  request.once('end', stop);
  socket.once('close', stop);
}
