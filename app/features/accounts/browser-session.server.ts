import {
  clearedSessionCookie,
  cookieName,
  isSecure,
  KNOWN_BROWSER_COOKIE,
  sessionCookie,
  writeCookie,
  type Actor,
  type Client,
  type SessionKind,
} from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import type { UserInfo } from './schema';
import { rememberedBrowserCookie } from './second-factor/remembered-browsers.server';
import { recordSignIn, type SignInMethod } from './sign-ins.server';
import { describeUser, sessionEnded, type User } from './users.server';

export interface SignedIn {
  token: string;
  user: UserInfo;
  remember: boolean;
  /** Cookie value for the browser: see KnownBrowsers. */
  browserMark: string;
  /** Cookie value of a browser that isn't to be asked for a second factor. */
  rememberedBrowser?: string;
}

const KNOWN_BROWSER_SECONDS = 365 * 24 * 60 * 60;

interface NewSignIn {
  user: User;
  kind: SessionKind;
  method: SignInMethod;
  remember?: boolean;
}

/**
 * Starts a session with a fresh secret, so that a planted cookie is useless.
 * @throws DomainError, if the password was changed while it was being checked
 */
export async function startSession(
  {
    prisma,
    clock,
    sessions,
    knownBrowsers,
  }: Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions' | 'knownBrowsers'>,
  client: Client,
  { user, kind, method, remember = false }: NewSignIn,
): Promise<SignedIn> {
  const lastLoginAt = new Date(clock());
  const { id, passwordHash } = user;
  const { count } = await prisma.user.updateMany({ where: { id, passwordHash }, data: { lastLoginAt } });
  if (count === 0) throw sessionEnded();
  await recordSignIn({ prisma, clock }, client, { userId: user.id, method });
  sessions.forget(user.id); // cached sessions hold lastLoginAt
  const { token } = await sessions.start({ userId: user.id, kind, remember, userAgent: client.userAgent });
  return {
    token,
    user: describeUser({ ...user, lastLoginAt }),
    remember,
    browserMark: knownBrowsers.mark(user.email),
  };
}

/** Ends the session, if there is one. */
export async function signOut(
  { sessions }: Pick<AccountsDeps, 'sessions'>,
  actor: Actor | undefined,
): Promise<void> {
  if (actor) await sessions.end(actor.sessionId);
}

/** The cookies to set after signing in. */
export function signedInHeaders(
  services: Pick<AccountsDeps, 'env'>,
  request: Request,
  signedIn: SignedIn,
): Headers {
  const secure = isSecure(request, services.env.APP_URL);
  const headers = new Headers();
  headers.append('Set-Cookie', sessionCookie(signedIn.token, { secure, remember: signedIn.remember }));
  headers.append('Set-Cookie', knownBrowserCookie(services, request, signedIn.browserMark));
  if (signedIn.rememberedBrowser !== undefined)
    headers.append('Set-Cookie', rememberedBrowserCookie(services, request, signedIn.rememberedBrowser));
  return headers;
}

/** Clears the session cookie. */
export const signedOutHeaders = ({ env }: Pick<AccountsDeps, 'env'>, request: Request): Headers =>
  new Headers({
    'Set-Cookie': clearedSessionCookie(isSecure(request, env.APP_URL)),
    'Clear-Site-Data': '"cache"', // pages prefetched by links
  });

export function knownBrowserCookie(
  { env }: Pick<AccountsDeps, 'env'>,
  request: Request,
  mark: string,
): string {
  const secure = isSecure(request, env.APP_URL);
  return writeCookie(cookieName(secure, KNOWN_BROWSER_COOKIE), mark, {
    secure,
    maxAgeSeconds: KNOWN_BROWSER_SECONDS,
  });
}
