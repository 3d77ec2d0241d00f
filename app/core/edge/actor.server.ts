import type { AppLoadContext } from '@remix-run/node';
import { DomainError } from '~/core/shared/errors';
import { denialOf, may, type Permission } from '~/core/shared/permissions';
import {
  cookieName,
  isSecure,
  KNOWN_BROWSER_COOKIE,
  readBearerToken,
  readCookie,
  readSessionCookie,
  type Actor,
  type Client,
  type Credentials,
  type UserRef,
} from '~/core/server/session.server';
import { PAGE_ACCOUNT_HEADER } from '~/core/shared/page-account';
import { addressKey, type RateLimit } from '~/core/server/rate-limits.server';
import type { Access } from './declare-call.server';

export type EdgeContext = Pick<AppLoadContext, 'services' | 'clientAddress'>;

/** Where a request comes from. */
export const clientOf = (request: Request, { services, clientAddress }: EdgeContext): Client => ({
  address: clientAddress,
  userAgent: request.headers.get('User-Agent') ?? '',
  knownBrowser: readCookie(
    request,
    cookieName(isSecure(request, services.env.APP_URL), KNOWN_BROWSER_COOKIE),
  ),
});

/** The signed-in user, if any. With an Authorization header, the cookie is ignored. */
export async function findActor(
  request: Credentials,
  { services }: Pick<EdgeContext, 'services'>,
): Promise<Actor | undefined> {
  const { sessions, env } = services;
  if (request.headers.has('Authorization')) {
    const token = readBearerToken(request);
    return token === undefined ? undefined : sessions.find(token, 'bearer');
  }
  const token = readSessionCookie(request, isSecure(request, env.APP_URL));
  return token === undefined ? undefined : sessions.find(token, 'cookie');
}

/** The actor, if access is granted. Throws 401 for those not signed in, and 403 for those without the permission. */
export async function authorize(
  request: Request,
  context: EdgeContext,
  access: Access,
): Promise<Actor | undefined> {
  const actor = await findActor(request, context);
  if (actor) actor.address = context.clientAddress;
  if (access === 'anyone') return actor;
  if (!actor) throw notSignedIn(request, context.services.env.APP_URL);
  if (access !== 'signed-in') requirePermission(actor, access);
  return actor;
}

function requirePermission(actor: Pick<Actor, 'roles'>, permission: Permission): void {
  if (!may(actor, permission))
    throw new DomainError('forbidden', denialOf(permission), { code: 'forbidden' });
}

function notSignedIn(request: Request, appUrl: string | undefined): DomainError {
  const wasSignedIn =
    request.headers.has(PAGE_ACCOUNT_HEADER) ||
    request.headers.has('Authorization') ||
    readSessionCookie(request, isSecure(request, appUrl)) !== undefined;
  return wasSignedIn
    ? new DomainError('unauthenticated', 'Your session has ended. Please log in again.', {
        code: 'session_ended',
      })
    : new DomainError('unauthenticated', 'No authentication token found', { code: 'no_token' });
}

/** Whether the page that sent the request was rendered for another account than the browser’s current session. */
export function isOtherAccount(request: Request, actor: Actor | undefined): boolean {
  const pageAccount = request.headers.get(PAGE_ACCOUNT_HEADER);
  return actor !== undefined && pageAccount !== null && pageAccount !== actor.userId;
}

/** Keeps a tab opened with one account from paying or writing as another that has since logged in. */
export function refuseOtherAccount(request: Request, actor: Actor | undefined): void {
  if (!isOtherAccount(request, actor)) return;
  throw new DomainError(
    'conflict',
    'This browser is logged in to another account now. Reload the page to use that account.',
    { code: 'other_account' },
  );
}

/** Counts a request against its rate limit: by account where access requires one, otherwise by IP address. */
export async function enforceRateLimit(
  limit: RateLimit,
  access: Access,
  actor: UserRef | undefined,
  { services, clientAddress }: EdgeContext,
): Promise<void> {
  const key = access === 'anyone' || !actor ? addressKey(clientAddress) : actor.userId;
  await services.rateLimits.take(limit, key);
}
