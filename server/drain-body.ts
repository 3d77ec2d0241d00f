import type { Request, RequestHandler } from 'express';

/** Larger than any form or upload whose content may be refused. */
const MAX_DRAINED_BYTES = 100 * 1024 * 1024;
/** The minimum speed of uploads: see steadyPieces. */
const CHECK_MS = 30_000;
const MIN_BYTES = 480 * 1024;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * A client whose request is refused early reads the response only after it has sent its whole body. So the rest of the
 * body is read and discarded, within bounds, before the connection closes. Closing at once, as `Connection: close`
 * requests, would show as a broken pipe instead of the response.
 */
export const drainBody: RequestHandler = (request, response, next) => {
  if (!hasBody(request)) {
    next();
    return;
  }
  const { socket } = request;
  if (!response.shouldKeepAlive) {
    const destroySoon = socket.destroySoon.bind(socket);
    // Node calls this after the last response of a connection.
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
    if (!request.complete) limitRemainingBody(request);
  });
  next();
};

function limitRemainingBody(request: Request): void {
  const { socket } = request;
  const beganAt = socket.bytesRead;
  let checkedAt = beganAt;
  const watch = setInterval(() => {
    const { bytesRead } = socket;
    if (bytesRead - checkedAt < MIN_BYTES || bytesRead - beganAt > MAX_DRAINED_BYTES) socket.destroy();
    checkedAt = bytesRead;
  }, CHECK_MS);
  watch.unref();
  const stop = (): void => clearInterval(watch);
  request.once('end', stop);
  socket.once('close', stop);
}
