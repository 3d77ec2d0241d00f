import { cookieName, isSecure, readCookie } from '~/core/server/session.server';
import type { Visitor } from './deps.server';
import { KNOWN_BROWSER_COOKIE } from './known-browsers.server';

interface VisitorContext {
  clientAddress: string;
  app: { env: { APP_URL?: string | undefined } };
}

export function visitorOf(request: Request, context: VisitorContext): Visitor {
  const name = cookieName(isSecure(request, context.app.env.APP_URL), KNOWN_BROWSER_COOKIE);
  return {
    address: context.clientAddress,
    userAgent: request.headers.get('User-Agent') ?? '',
    knownBrowser: readCookie(request, name),
  };
}
