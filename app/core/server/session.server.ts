import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Role } from '~/core/shared/permissions';

export type SessionKind = 'cookie' | 'bearer';

/** An account: who asks, or for whom something is done. */
export interface UserRef {
  userId: string;
  /** Where the request comes from, for the audit log; none for what the server does by itself. */
  address?: string;
}

/** An account and what it may do, for what is done when nobody is there, such as a run. */
export interface UserWithRoles extends UserRef {
  roles: readonly Role[];
}

/** Who asks: the account behind a request. The dates come along so that showing them costs no query. */
export interface Actor extends UserWithRoles {
  email: string;
  firstName: string;
  lastName: string;
  sessionId: string;
  via: SessionKind;
  registrationDate: string;
  lastLoginDate: string | null;
}

/** Where a request comes from, signed in or not: for rate limits and for the list of sessions. */
export interface Client {
  address: string;
  userAgent: string;
  /** The mark of a browser that signed in before, if it has one. */
  knownBrowser: string | undefined;
}

interface NewSession {
  userId: string;
  kind: SessionKind;
  /** Keep a browser signed in for 30 days. Bearer tokens last 30 days anyway. */
  remember?: boolean;
  userAgent?: string;
}

/** Who is signed in. Secrets are random and only their hashes are stored. */
export interface Sessions {
  start(session: NewSession): Promise<{ token: string; sessionId: string; expiresAtMs: number }>;
  /** The actor of a secret, or undefined when it is unknown, ended, of the other kind, or its person suspended. */
  find(token: string, kind: SessionKind): Promise<Actor | undefined>;
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a person, but for one if named. */
  endAll(userId: string, options?: { except?: string }): Promise<void>;
  /** Call after changing a person's roles, name, address or suspension: the next request reads them anew. */
  forget(userId: string): void;
  /** Deletes the sessions whose time is over. */
  sweep(): Promise<void>;
}

export const SESSION_DAYS = 30;
const COOKIE_NAME = 'promptwell_session';

/** Kept by a browser after somebody signed in there: see KnownBrowsers in features/accounts. */
export const KNOWN_BROWSER_COOKIE = 'promptwell_browser';

/** 256 random bits, safe in addresses and headers. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** What of a request tells who sent it, whether it is the web's own Request or the host's. */
export interface Credentials {
  url: string;
  headers: Pick<Headers, 'get' | 'has'>;
}

/** True when the person's own connection is encrypted: by our public address, or by what the trusted proxy says. */
export const isSecure = (request: Credentials, appUrl: string | undefined): boolean =>
  (appUrl?.startsWith('https:') ?? false) || new URL(request.url).protocol === 'https:';

/** On https the name carries the prefix with which browsers refuse a cookie planted by a neighbouring host. */
export const cookieName = (secure: boolean, name = COOKIE_NAME): string => (secure ? `__Host-${name}` : name);

/** An empty cookie is none. */
export function readCookie(request: Credentials, name: string): string | undefined {
  const value = parseCookie(request.headers.get('Cookie') ?? '')[name];
  return value === '' ? undefined : value;
}

/** A Set-Cookie header. Without `maxAgeSeconds` the cookie lives as long as the browser is open; 0 removes it. */
export const writeCookie = (
  name: string,
  value: string,
  { secure, maxAgeSeconds }: { secure: boolean; maxAgeSeconds?: number | undefined },
): string =>
  stringifySetCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  });

export function sessionCookie(token: string, options: { secure: boolean; remember: boolean }): string {
  const maxAgeSeconds = options.remember ? SESSION_DAYS * 24 * 60 * 60 : undefined;
  return writeCookie(cookieName(options.secure), token, { secure: options.secure, maxAgeSeconds });
}

export const clearedSessionCookie = (secure: boolean): string =>
  writeCookie(cookieName(secure), '', { secure, maxAgeSeconds: 0 });

export const readSessionCookie = (request: Credentials, secure: boolean): string | undefined =>
  readCookie(request, cookieName(secure));

export function readBearerToken(request: Credentials): string | undefined {
  const match = /^Bearer +([\w-]{1,200})$/i.exec(request.headers.get('Authorization')?.trim() ?? '');
  return match?.[1];
}
