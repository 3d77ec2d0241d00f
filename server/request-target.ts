import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { App } from '../app/create-app.server';
import { clientAddressOf, parseAddress, type IsTrusted } from './client-address';

declare module 'express-serve-static-core' {
  interface Locals {
    clientAddress: string;
  }
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Host name or address, and port. Anything else could change the host or path of URLs built from it. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const ABSOLUTE = /^https?:\/\/([^/?#]+)([^#]*)/i;

/** Express's own trust function; also applies to `request.hostname` and `request.protocol`. */
const isTrustedOf = (request: Request): IsTrusted => request.app.get('trust proxy fn') as IsTrusted;

/** Whether the connection's peer is a trusted proxy. */
export const isFromProxy = (request: Request): boolean =>
  isTrustedOf(request)(parseAddress(request.socket.remoteAddress ?? '') ?? '', 0);

/**
 * Determines the client address and removes forwarded headers of untrusted peers, so that later code can trust them.
 */
export function applyForwardedHeaders({
  services: { proxyWatch },
}: {
  services: Pick<App['services'], 'proxyWatch'>;
}): RequestHandler {
  return (request, response, next) => {
    const { headers, socket } = request;
    const forwardedFor = request.get('x-forwarded-for');
    response.locals.clientAddress = clientAddressOf(socket.remoteAddress, forwardedFor, isTrustedOf(request));
    if (isFromProxy(request)) {
      const [host] = request.get('x-forwarded-host')?.split(',') ?? [];
      if (host !== undefined) headers.host = host.trim();
      const [protocol = ''] = request.get('x-forwarded-proto')?.split(',') ?? [];
      if (!/^\s*https?\s*$/.test(protocol)) delete headers['x-forwarded-proto'];
    } else {
      if (forwardedFor !== undefined) proxyWatch.noteUntrusted(response.locals.clientAddress);
      delete headers['x-forwarded-proto'];
    }
    delete headers['x-forwarded-host'];
    next();
  };
}

/** Rejects requests that a web Request cannot represent, or would parse as another URL. */
export function validateRequestTarget(request: Request, response: Response, next: NextFunction): void {
  if (!METHODS.has(request.method)) {
    response.status(501).json({ message: `This server does not know the method ${request.method}.` });
    return;
  }
  const [absolute, authority = '', rest = ''] = ABSOLUTE.exec(request.url) ?? [];
  if (absolute !== undefined) {
    // Absolute form, as sent to proxies: its host replaces the Host header (RFC 9112, 3.2.2).
    request.headers.host = authority;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    request.originalUrl = request.url;
  }
  request.headers.host ??= 'localhost'; // HTTP/1.0
  const { host } = request.headers;
  if (!HOST.test(host) || !URL.canParse(`http://${host}`))
    response.status(400).json({ message: 'The Host header of this request names no host.' });
  else if (!request.url.startsWith('/') || !URL.canParse(request.url, 'http://localhost'))
    response.status(400).json({ message: 'The address of this request can’t be read.' });
  else next();
}
