import type { LANDING_PAGES } from '~/features/preferences';
import { safeReturnTo } from './return-to';

/** The landing pages that exist so far; a test holds this against the route table. */
export const BUILT_LANDING_PAGES: readonly (typeof LANDING_PAGES)[number][] = ['/ai'];

/** Where to go after signing in: where the person was going, or their own landing page, or the playground. */
export function landingFor(returnTo: string | null, preferred: string): string {
  const wanted = safeReturnTo(returnTo);
  if (wanted !== undefined && !isAccountScreen(wanted)) return wanted;
  return BUILT_LANDING_PAGES.some((page) => page === preferred) ? preferred : '/ai';
}

/** Coming back to a sign-in form after signing in would look as if it had failed. */
const isAccountScreen = (path: string): boolean =>
  /^\/(?:login|register|logout|setup|forgot-password|reset-password|confirm-email)(?:[/?#]|$)/.test(path);
