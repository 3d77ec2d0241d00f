import { z } from '~/core/shared/zod';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { SessionsDeps } from '../deps.server';
import { sharedEntrySchema } from './shared-thread';

const threadSchema = z.array(sharedEntrySchema);

/** The page behind a link, for anyone who has it. It ends with its session, by an administrator, and while its owner is suspended. */
export async function readSharedSession(
  { prisma, clock, env, preferences }: Pick<SessionsDeps, 'prisma' | 'clock' | 'env' | 'preferences'>,
  actor: Actor | undefined,
  token: string,
) {
  const share = env.SESSION_SHARING
    ? await prisma.sessionShare.findFirst({
        where: {
          token,
          disabledAt: null,
          expiresAt: { gt: new Date(clock()) },
          session: { user: { suspendedAt: null } },
        },
      })
    : null;
  if (!share)
    throw new DomainError('not-found', 'This link has ended. Ask the person who sent it for a new one.', {
      code: 'link_ended',
    });
  return {
    title: share.title,
    sharedAt: share.sharedAt.toISOString(),
    instructions: share.instructions,
    entries: threadSchema.parse(JSON.parse(share.entries)),
    timeZone: actor ? (await preferences.read(actor.userId)).PreferredTimezone : 'UTC',
  };
}
