import type { AppLoadContext } from '@remix-run/node';
import { DomainError } from '~/core/shared/errors';
import { KEY_PERMISSION_LABELS, keysForbidden, type ActorKey, type KeyAccess } from '~/core/shared/api-keys';
import { denialOf, may, type Permission } from '~/core/shared/permissions';
import { looksLikeApiKey, type ApiKeys } from '~/core/server/api-keys.server';
import {
  cookieName,
  isSecure,
  KNOWN_BROWSER_COOKIE,
  readBearerToken,
  readCookie,
  readSessionCookie,
  REMEMBERED_BROWSER_COOKIE,
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
  rememberedBrowser: readCookie(
    request,
    cookieName(isSecure(request, services.env.APP_URL), REMEMBERED_BROWSER_COOKIE),
  ),
});

/** The user of the session or API key, if any. With an Authorization header, the cookie is ignored. */
export async function findActor(
  request: Credentials,
  { services }: Pick<EdgeContext, 'services'>,
): Promise<Actor | undefined> {
  const { sessions, apiKeys, env } = services;
  if (request.headers.has('Authorization')) {
    const token = readBearerToken(request);
    if (token === undefined) return undefined;
    return looksLikeApiKey(token) ? apiKeys.find(token) : sessions.find(token, 'bearer');
  }
  const token = readSessionCookie(request, isSecure(request, env.APP_URL));
  return token === undefined ? undefined : sessions.find(token, 'cookie');
}

interface AuthorizeOptions {
  access: Access;
  apiKey?: KeyAccess | undefined;
  beforeSecondFactor?: boolean | undefined;
}

/**
 * The actor, if access is granted. Throws 401 for those not signed in, and 403 for those without the permission or who
 * have to set up a second factor first. API keys are refused unless `keyAccess` says otherwise. Where anyone has access,
 * such a key is ignored, and those without the second factor they need are there without their roles.
 */
export async function authorize(
  request: Request,
  context: EdgeContext,
  { access, apiKey: keyAccess = 'none', beforeSecondFactor = false }: AuthorizeOptions,
): Promise<Actor | undefined> {
  const actor = await findActor(request, context);
  if (actor) actor.address = context.clientAddress;
  const { apiKeys, env } = context.services;
  const isRestricted = actor?.mustSetUpSecondFactor === true && !beforeSecondFactor;
  if (access === 'anyone') {
    if (actor && (await isKeyIgnored(actor, keyAccess, apiKeys))) return undefined;
    return actor && isRestricted ? { ...actor, roles: [] } : actor;
  }
  if (!actor) throw notSignedIn(request, env.APP_URL);
  if (isRestricted) throw secondFactorMissing();
  if (actor.apiKey) {
    const denial = await apiKeys.denialFor(actor);
    if (denial !== undefined) throw keysForbidden(denial);
    requireKeyPermission(actor.apiKey, keyAccess);
  }
  if (access !== 'signed-in') requirePermission(actor, access);
  return actor;
}

/** The code of the error that leads to the set-up of a second factor. */
export const SECOND_FACTOR_MISSING = 'second_factor_setup_required';

const secondFactorMissing = (): DomainError =>
  new DomainError(
    'forbidden',
    'Your role requires a second factor. Set it up on your account page before you go on.',
    { code: SECOND_FACTOR_MISSING },
  );

function requirePermission(actor: Pick<Actor, 'roles'>, permission: Permission): void {
  if (!may(actor, permission))
    throw new DomainError('forbidden', denialOf(permission), { code: 'forbidden' });
}

const isPermitted = ({ permissions }: ActorKey, access: KeyAccess): boolean =>
  access !== 'none' && (access === 'any' || permissions.includes(access));

/** Whether a request counts as one of a stranger, because its key doesn't permit it. */
const isKeyIgnored = async (actor: Actor, access: KeyAccess, apiKeys: ApiKeys): Promise<boolean> =>
  actor.apiKey !== undefined &&
  (!isPermitted(actor.apiKey, access) || (await apiKeys.denialFor(actor)) !== undefined);

function requireKeyPermission(key: ActorKey, access: KeyAccess): void {
  if (isPermitted(key, access)) return;
  throw new DomainError(
    'forbidden',
    access === 'none' || access === 'any'
      ? 'API keys can’t be used for this. Log in instead.'
      : `This API key doesn’t have the permission “${KEY_PERMISSION_LABELS[access]}”. Add it under Settings, API keys.`,
    { code: 'key_not_permitted' },
  );
}

function notSignedIn(request: Request, appUrl: string | undefined): DomainError {
  if (looksLikeApiKey(readBearerToken(request) ?? ''))
    return new DomainError(
      'unauthenticated',
      'This API key isn’t valid. It may be mistyped, revoked or expired.',
      { code: 'invalid_api_key' },
    );
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

/** Counts a request against the requests a minute of its API key. */
export async function enforceKeyRateLimit(
  { apiKey }: Actor,
  { rateLimits }: Pick<EdgeContext['services'], 'rateLimits'>,
): Promise<void> {
  if (!apiKey || apiKey.requestsPerMinute === null) return;
  const { id, requestsPerMinute: points } = apiKey;
  const limit: RateLimit = {
    name: `api-key-${String(points)}`, // a counter has the points that it was created with
    points,
    perSeconds: 60,
    message: `This API key allows ${String(points)} requests a minute.`,
  };
  await rateLimits.take(limit, id);
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
