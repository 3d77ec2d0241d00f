import type { PreferencesStore } from '~/features/preferences/index.server';
import { landingFor } from './landing';

/** Where the page of the sign-in form leads to afterwards. */
export async function landingAfterSignIn(
  { preferences }: { preferences: Pick<PreferencesStore, 'read'> },
  userId: string,
  request: Request,
): Promise<string> {
  const { DefaultGlobalLanding } = await preferences.read(userId);
  return landingFor(new URL(request.url).searchParams.get('returnTo'), DefaultGlobalLanding);
}
