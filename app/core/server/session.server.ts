import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { ActorKey } from '~/core/shared/api-keys';
import type { Role } from '~/core/shared/permissions';

export type SessionKind = 'cookie' | 'bearer';

/** An account, as an actor or as the subject of an action. */
export interface UserRef {
  userId: string;
  /** The client's address, for the audit log; undefined for actions of the server itself. */
  address?: string;
}

/** An account and its permissions, for work without a session, such as a run. */
export interface UserWithRoles extends UserRef {
  roles: readonly Role[];
  /** The API key that pays, whose limits count besides the user's. */
  apiKey?: Pick<ActorKey, 'id'> | undefined;
}

/** The account behind a request. It includes dates so that showing them needs no query. */
export interface Actor extends UserWithRoles {
  email: string;
  firstName: string;
  lastName: string;
  sessionId: string;
  via: SessionKind | 'api-key';
  apiKey?: ActorKey;
  registrationDate: string;
  lastLoginDate: string | null;
  /** Their role requires a second factor and they have none: they may only set one up. */
  mustSetUpSecondFactor?: boolean;
}

/** Where a request comes from, signed in or not: for rate limits and the list of sessions. */
export interface Client {
  address: string;
  userAgent: string;
  /** The cookie of a browser that has signed in before. */
  knownBrowser: string | undefined;
  /** The cookie of a browser that isn't asked for a second factor. */
  rememberedBrowser?: string | undefined;
}

interface NewSession {
  userId: string;
  kind: SessionKind;
  /** Keeps the browser signed in for 30 days. Bearer tokens always last 30 days. */
  remember?: boolean;
  userAgent?: string;
}

/** Sessions. Secrets are random, and only their hashes are stored. */
export interface Sessions {
  start(session: NewSession): Promise<{ token: string; sessionId: string; expiresAtMs: number }>;
  /**
   * The actor of a secret; undefined if it is unknown, expired or of the other kind, or if the account is suspended.
   */
  find(token: string, kind: SessionKind): Promise<Actor | undefined>;
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a user, optionally except one. */
  endAll(userId: string, options?: { except?: string }): Promise<void>;
  /** Call after changing a user's roles, name, address or suspension, so that the next request reads them again. */
  forget(userId: string): void;
  /** Call after a change that concerns all users, such as which roles need a second factor. */
  forgetAll(): void;
  /** Deletes expired sessions. */
  sweep(): Promise<void>;
}

export const SESSION_DAYS = 30;
const COOKIE_NAME = 'promptwell_session';

/** Kept by a browser after a sign-in: see KnownBrowsers in features/accounts. */
export const KNOWN_BROWSER_COOKIE = 'promptwell_browser';

/** Kept for 30 days by a browser that isn't asked for a second factor: see features/accounts/second-factor. */
export const REMEMBERED_BROWSER_COOKIE = 'promptwell_remembered';

/** 256 random bits, safe in URLs and headers. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The parts of a request that identify its sender, from a web Request or the host's. */
export interface Credentials {
  url: string;
  headers: Pick<Headers, 'get' | 'has'>;
}

/** True if the client's connection is encrypted, by APP_URL or the trusted proxy's header. */
export const isSecure = (request: Credentials, appUrl: string | undefined): boolean =>
  (appUrl?.startsWith('https:') ?? false) || new URL(request.url).protocol === 'https:';

/** On https the name has the `__Host-` prefix, so that sibling hosts can't plant the cookie. */
export const cookieName = (secure: boolean, name = COOKIE_NAME): string => (secure ? `__Host-${name}` : name);

/** An empty cookie counts as none. */
export function readCookie(request: Credentials, name: string): string | undefined {
  const value = parseCookie(request.headers.get('Cookie') ?? '')[name];
  return value === '' ? undefined : value;
}

/** A Set-Cookie header. Without `maxAgeSeconds` it is a session cookie; 0 deletes it. */
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
