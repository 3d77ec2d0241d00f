import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { findPrompt } from '../find-prompt.server';

/** A public prompt for whoever has its link, signed in or not; one's own also while it is private. */
export async function readSharedPrompt(services: Services, actor: Actor | undefined, id: string) {
  const { title, description, content, userName, categoryName, tags, likeCount, createdDate } =
    await findPrompt(services, actor, id);
  return {
    prompt: { id, title, description, content, userName, categoryName, tags, likeCount, createdDate },
    isSignedIn: actor !== undefined,
    timeZone: actor ? (await services.preferences.read(actor.userId)).PreferredTimezone : 'UTC',
  };
}
