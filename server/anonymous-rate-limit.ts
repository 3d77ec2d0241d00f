import type { Request, RequestHandler, Response } from 'express';
import type { App } from '../app/create-app.server';
import { createAddressRateLimiter, type AddressRateLimiter } from './address-rate-limiter';
import type { ServerEntry } from './server-entry';

/** Cost of a request by kind, in units of about two milliseconds of work. Static files are free. */
const WEIGHTS = { form: 3, page: 2, data: 1, api: 1 } as const;
/** Documents may have hundreds of kilobytes. */
const LONG_PAGES = '/docs/learn/';
const LONG_PAGE_FACTOR = 5;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

function weightOf({ method, path }: Request): number {
  if (path.startsWith('/api/') || path.startsWith('/v1/')) return WEIGHTS.api;
  if (!SAFE_METHODS.has(method)) return WEIGHTS.form;
  const weight = path.endsWith('.data') ? WEIGHTS.data : WEIGHTS.page;
  return path.startsWith(LONG_PAGES) ? weight * LONG_PAGE_FACTOR : weight;
}

const TOO_MANY = 'Too many requests came from your network. Please wait a moment.';

/**
 * Rate limit by address for requests without a session, checked before any other work. Signed-in users have limits by
 * account.
 */
export function limitAnonymousRequests(
  { services }: Pick<App, 'services'>,
  { findActor, addressKey, api }: Pick<ServerEntry, 'findActor' | 'addressKey' | 'api'>,
  limiter: AddressRateLimiter = createAddressRateLimiter(),
): RequestHandler {
  const isSignedIn = async (request: Request): Promise<boolean> =>
    (request.headers.cookie !== undefined || request.headers.authorization !== undefined) &&
    // An unreadable session counts as none; the route reports the error.
    (await findActor(credentialsOf(request), { services }).catch(() => undefined)) !== undefined;
  return (request, response, next) => {
    const decide = async (): Promise<void> => {
      if (await isSignedIn(request)) {
        next();
        return;
      }
      const waitSeconds = limiter.take(addressKey(response.locals.clientAddress), weightOf(request));
      if (waitSeconds === 0) next();
      else await refuse({ services, api }, request, response, waitSeconds);
    };
    decide().catch(next);
  };
}

/**
 * The part of a web Request that reading the session needs. Building a whole Request would cost more than everything
 * else here.
 */
const credentialsOf = (request: Request) => ({
  url: `${request.protocol}://${request.headers.host ?? ''}/`,
  headers: {
    get: (name: string) => request.get(name) ?? null,
    has: (name: string) => request.get(name) !== undefined,
  },
});

async function refuse(
  { services, api }: Pick<App, 'services'> & Pick<ServerEntry, 'api'>,
  request: Request,
  response: Response,
  waitSeconds: number,
): Promise<void> {
  if (request.accepts(['json', 'html']) === 'html' && !api.owns(request.path)) {
    response.status(429).set({ 'Retry-After': String(waitSeconds), 'Cache-Control': 'no-store' });
    response.type('html').send(PAGE);
    return;
  }
  const refusal = api.refuseForRate(
    { ...credentialsOf(request), path: request.path, method: request.method },
    { message: TOO_MANY, retryAfterSeconds: waitSeconds },
    { services, requestId: response.locals.requestId },
  );
  response
    .status(refusal.status)
    .set(Object.fromEntries(refusal.headers))
    .end(await refusal.text());
}

/** Self-contained: scripts and files would need further requests. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Too many requests · Promptwell</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.5rem}</style>
<h1>Too many requests</h1>
<p>${TOO_MANY} Then reload this page.</p>
</html>
`;
