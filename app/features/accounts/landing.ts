import type { Actor } from '~/core/server/session.server';
import { mayStartAt, type LandingPage } from '~/features/preferences';
import type { AccountsDeps } from './deps.server';

const BASE = 'http://this-site.invalid';

/**
 * Where to go after signing in: a path of this site, or undefined. Everything a browser could read as another site
 * is refused: `//host`, `/\host`, `https:…`, control characters, and addresses that only become one when resolved.
 */
export function safeReturnTo(value: string | null | undefined): string | undefined {
  if (!value || value.length > 2000 || !value.startsWith('/')) return undefined;
  if (/[\\\p{Cc}]/u.test(value)) return undefined;
  const url = URL.canParse(value, BASE) ? new URL(value, BASE) : undefined;
  if (url?.origin !== BASE) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') ? undefined : path;
}

/** The address of an account screen that passes on where one was going. */
export const withReturnTo = (path: string, returnTo: string | null | undefined): string =>
  returnTo ? `${path}?${new URLSearchParams({ returnTo }).toString()}` : path;

/** Where to go after signing in: where one was going, or one's own landing page, or the playground. */
export function landingFor(
  returnTo: string | null,
  preferred: LandingPage,
  person: Pick<Actor, 'roles'>,
): string {
  const wanted = safeReturnTo(returnTo);
  if (wanted !== undefined && !isAccountScreen(wanted)) return wanted;
  return mayStartAt(person, preferred) ? preferred : '/ai';
}

/** Coming back to a sign-in form after signing in would look as if it had failed. */
const isAccountScreen = (path: string): boolean =>
  /^\/(?:login|register|logout|setup|forgot-password|reset-password|confirm-email)(?:[/?#]|$)/.test(path);

/** Where the page of the sign-in form leads to afterwards. */
export async function landingAfterSignIn(
  { preferences }: Pick<AccountsDeps, 'preferences'>,
  person: Pick<Actor, 'userId' | 'roles'>,
  request: Request,
): Promise<string> {
  const { DefaultGlobalLanding } = await preferences.read(person.userId);
  return landingFor(new URL(request.url).searchParams.get('returnTo'), DefaultGlobalLanding, person);
}
