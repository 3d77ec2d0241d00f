import {
  clearedSessionCookie,
  cookieName,
  isSecure,
  sessionCookie,
  writeCookie,
} from '~/core/server/session.server';
import { KNOWN_BROWSER_COOKIE, KNOWN_BROWSER_DAYS } from './known-browsers.server';
import type { SignedIn } from './start-session.server';

interface CookieContext {
  app: { env: { APP_URL?: string | undefined } };
}

/** The cookies of a browser that has just signed in. */
export function browserHeaders(request: Request, context: CookieContext, signedIn: SignedIn): Headers {
  const secure = isSecure(request, context.app.env.APP_URL);
  const headers = new Headers();
  headers.append('Set-Cookie', sessionCookie(signedIn.token, { secure, remember: signedIn.remember }));
  headers.append('Set-Cookie', knownBrowserCookie(request, context, signedIn.browserMark));
  return headers;
}

export function knownBrowserCookie(request: Request, context: CookieContext, mark: string): string {
  const secure = isSecure(request, context.app.env.APP_URL);
  return writeCookie(cookieName(secure, KNOWN_BROWSER_COOKIE), mark, {
    secure,
    maxAgeSeconds: KNOWN_BROWSER_DAYS * 24 * 60 * 60,
  });
}

export function signedOutHeaders(request: Request, context: CookieContext): Headers {
  return new Headers({ 'Set-Cookie': clearedSessionCookie(isSecure(request, context.app.env.APP_URL)) });
}
