import type { Actor } from '~/core/server/session.server';
import { mayStartAt, type LandingPage } from '~/features/preferences';
import type { AccountsDeps } from './deps.server';

const BASE = 'http://this-site.invalid';

/**
 * A safe path on this site to redirect to, or undefined. Rejects whatever a browser could resolve to another site:
 * `//host`, `/\host`, `https:…`, control characters, and paths that become one when resolved.
 */
export function safeReturnTo(value: string | null | undefined): string | undefined {
  if (!value || value.length > 2000 || !value.startsWith('/')) return undefined;
  if (/[\\\p{Cc}]/u.test(value)) return undefined;
  const url = URL.canParse(value, BASE) ? new URL(value, BASE) : undefined;
  if (url?.origin !== BASE) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') ? undefined : path;
}

/** The path of an account screen, with `returnTo` if set. */
export const withReturnTo = (path: string, returnTo: string | null | undefined): string =>
  returnTo ? `${path}?${new URLSearchParams({ returnTo }).toString()}` : path;

/** Where to go after signing in: the requested page, else the preferred landing page, else the playground. */
export function landingFor(
  returnTo: string | null,
  preferred: LandingPage,
  actor: Pick<Actor, 'roles'>,
): string {
  const wanted = safeReturnTo(returnTo);
  if (wanted !== undefined && !isAccountScreen(wanted)) return wanted;
  return mayStartAt(actor, preferred) ? preferred : '/ai';
}

/** Returning to a sign-in form would look as if signing in had failed. */
const isAccountScreen = (path: string): boolean =>
  /^\/(?:login|register|logout|setup|forgot-password|reset-password|confirm-email)(?:[/?#]|$)/.test(path);

/** Where to redirect after the sign-in page. */
export async function landingAfterSignIn(
  { preferences }: Pick<AccountsDeps, 'preferences'>,
  actor: Pick<Actor, 'userId' | 'roles'>,
  request: Request,
): Promise<string> {
  const { DefaultGlobalLanding } = await preferences.read(actor.userId);
  return landingFor(new URL(request.url).searchParams.get('returnTo'), DefaultGlobalLanding, actor);
}
