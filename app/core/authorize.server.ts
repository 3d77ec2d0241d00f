import { redirect } from '@remix-run/node';
import { DomainError } from '~/core/shared/errors';
import { may, type Permission } from '~/core/shared/permissions';
import {
  isSecure,
  readBearerToken,
  readSessionCookie,
  type Actor,
  type SessionActor,
  type Sessions,
} from '~/core/server/session.server';

/** What authorising needs of the load context. */
export interface AuthContext {
  app: { sessions: Sessions; env: { APP_URL?: string | undefined } };
}

/** Who asks, if anybody is signed in. An Authorization header stands alone: the cookie does not help out beside it. */
export async function optionalActor(
  request: Request,
  context: AuthContext,
): Promise<SessionActor | undefined> {
  const { sessions, env } = context.app;
  if (request.headers.has('Authorization')) {
    const token = readBearerToken(request);
    return token === undefined ? undefined : sessions.find(token, 'bearer');
  }
  const token = readSessionCookie(request, isSecure(request, env.APP_URL));
  return token === undefined ? undefined : sessions.find(token, 'cookie');
}

/** For the API: 401 when nobody is signed in. */
export async function requireActor(request: Request, context: AuthContext): Promise<SessionActor> {
  const actor = await optionalActor(request, context);
  if (actor) return actor;
  const hadToken =
    request.headers.has('Authorization') ||
    readSessionCookie(request, isSecure(request, context.app.env.APP_URL)) !== undefined;
  throw hadToken
    ? new DomainError('unauthenticated', 'Your session has ended. Please sign in again.', {
        code: 'session_ended',
      })
    : new DomainError('unauthenticated', 'No authentication token found', { code: 'no_token' });
}

/** For pages: signed-out people go to sign in, and come back afterwards. */
export async function requirePageActor(request: Request, context: AuthContext): Promise<SessionActor> {
  const actor = await optionalActor(request, context);
  if (actor) return actor;
  throw toSignIn(request);
}

export function requirePermission(actor: Actor, permission: Permission): void {
  if (may(actor, permission)) return;
  throw new DomainError('forbidden', 'Your account may not do this.', { code: 'forbidden' });
}

function toSignIn(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(`/login?${new URLSearchParams({ returnTo: `${pathname}${search}` }).toString()}`);
}
