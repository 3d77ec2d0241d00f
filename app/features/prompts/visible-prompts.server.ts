import type { Prisma } from '@prisma/client';

/** Prompts visible to the community. */
export const LISTED = { isPublic: true, moderation: 'clear' } as const;

/** Prompts visible to a user: own, community, and the team's. Others don't exist for them. */
export const visibleTo = (userId: string | undefined): Prisma.SavedPromptWhereInput =>
  userId === undefined ? LISTED : { OR: [{ userId }, LISTED, { team: withSeatFor(userId), user: HAS_SEAT }] };

const withSeatFor = (userId: string): Prisma.TeamWhereInput => ({
  isOn: true,
  OR: [{ userId }, { members: { some: { userId, hasSeat: true } } }],
});

/** The author must still have a seat in the team, as owner or member. */
const HAS_SEAT: Prisma.UserWhereInput = {
  OR: [{ ownTeam: { isOn: true } }, { membership: { hasSeat: true } }],
};
