import type { NextFunction, Request as HostRequest, RequestHandler, Response } from 'express';
import type { App } from '../app/create-app.server';
import type { ServerEntry } from './server-entry';

type Entry = Pick<
  ServerEntry,
  'trustedProxy' | 'noteUntrustedProxy' | 'signInByProxy' | 'findActor' | 'clientOf'
>;

const pass: RequestHandler = (_request, _response, next) => next();

/**
 * Removes the login proxy's headers from requests of every other peer, so that later code can trust them. Only the
 * connection's own peer counts, never X-Forwarded-For.
 */
export function dropUntrustedLogin({ services }: Pick<App, 'services'>, entry: Entry): RequestHandler {
  const proxy = entry.trustedProxy(services);
  if (!proxy) return pass;
  const names = proxy.headers.map((name) => name.toLowerCase());
  return (request, _response, next) => {
    const { remoteAddress = '' } = request.socket;
    const sent = names.filter((name) => request.headers[name] !== undefined);
    if (sent.length === 0 || proxy.isTrusted(remoteAddress)) {
      next();
      return;
    }
    for (const name of sent) Reflect.deleteProperty(request.headers, name);
    entry.noteUntrustedProxy(services, remoteAddress).then(() => next(), next);
  };
}

/** Signs in the user whom the login proxy names, on pages only: a session is opened by opening a page. */
export function signInOnPages({ services }: Pick<App, 'services'>, entry: Entry): RequestHandler {
  const proxy = entry.trustedProxy(services);
  if (!proxy) return pass;
  const header = proxy.header.toLowerCase();
  async function signIn(request: HostRequest, response: Response, next: NextFunction): Promise<void> {
    const context = { services, clientAddress: response.locals.clientAddress };
    const page = pageRequest(request);
    const actor = await entry.findActor(page, context);
    const result = await entry.signInByProxy(services, entry.clientOf(page, context), {
      request: page,
      actor,
    });
    for (const cookie of result?.setCookies ?? []) response.append('Set-Cookie', cookie);
    if (result?.location !== undefined) {
      response.setHeader('Cache-Control', 'no-store');
      response.redirect(result.location);
      return;
    }
    if (result) request.headers.cookie = withCookies(request.headers.cookie, result.setCookies);
    next();
  }
  return (request, response, next) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !request.path.endsWith('.data');
    if (!isPage || !request.headers[header] || request.headers.authorization !== undefined) next();
    else signIn(request, response, next).catch(next);
  };
}

function pageRequest(request: HostRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
  const host = request.get('host') ?? 'localhost';
  return new Request(`${request.protocol}://${host}${request.originalUrl}`, { headers });
}

/** So that this page is already rendered for the new session. */
function withCookies(sent: string | undefined, setCookies: readonly string[]): string {
  const added = setCookies.map((cookie) => cookie.split(';')[0] ?? '');
  const names = new Set(added.map((pair) => pair.split('=')[0]));
  const kept = (sent ?? '').split(/;\s*/).filter((pair) => pair !== '' && !names.has(pair.split('=')[0]));
  return [...kept, ...added].join('; ');
}
