import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { findPrompt } from '../find-prompt.server';

/** A public prompt for everybody who has its link, signed in or not; one's own also while it is private. */
export async function readSharedPrompt(services: Services, actor: Actor | undefined, id: string) {
  const prompt = await findPrompt(services, actor, id);
  return {
    prompt,
    isSignedIn: actor !== undefined,
    isOwn: prompt.userId === actor?.userId,
    timeZone: actor ? (await services.preferences.read(actor.userId)).PreferredTimezone : 'UTC',
  };
}
