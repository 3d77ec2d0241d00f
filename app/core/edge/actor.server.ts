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

/** Who asks, if anybody is signed in. An Authorization header stands alone: the cookie does not help out beside it. */
async function findActor(
  request: Request,
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

/** Who asks, if they may: 401 for whoever is not signed in, 403 for whoever lacks the permission. */
export async function admit(
  request: Request,
  context: Pick<EdgeContext, 'services'>,
  access: Access,
): Promise<Actor | undefined> {
  const actor = await findActor(request, context);
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

/** Whether the request comes from a page that was made for another account than the browser’s session is for now. */
export function isOtherAccount(request: Request, actor: Actor | undefined): boolean {
  const pageAccount = request.headers.get(PAGE_ACCOUNT_HEADER);
  return actor !== undefined && pageAccount !== null && pageAccount !== actor.userId;
}

/** Of two tabs with two accounts, the earlier one neither pays nor writes as the account of the later one. */
export function refuseOtherAccount(request: Request, actor: Actor | undefined): void {
  if (!isOtherAccount(request, actor)) return;
  throw new DomainError(
    'conflict',
    'This browser is logged in to another account now. Reload the page to use that account.',
    { code: 'other_account' },
  );
}

/** Counts a request against its limit: by account where one is signed in by promise, else by address. */
export async function countRequest(
  limit: RateLimit,
  access: Access,
  actor: UserRef | undefined,
  { services, clientAddress }: EdgeContext,
): Promise<void> {
  const key = access === 'anyone' || !actor ? addressKey(clientAddress) : actor.userId;
  await services.rateLimits.take(limit, key);
}
