import type { Prisma } from '@prisma/client';

/** What the community sees. */
export const LISTED = { isPublic: true, moderation: 'clear' } as const;

/** One's own, what the community sees, and what is shared with one's team; people don't learn that there is more. */
export const visibleTo = (userId: string | undefined): Prisma.SavedPromptWhereInput =>
  userId === undefined ? LISTED : { OR: [{ userId }, LISTED, { team: withSeatFor(userId), user: HAS_SEAT }] };

const withSeatFor = (userId: string): Prisma.TeamWhereInput => ({
  isOn: true,
  OR: [{ userId }, { members: { some: { userId, hasSeat: true } } }],
});

/** Who shares has a seat as well: its team's owner, or a member. */
const HAS_SEAT: Prisma.UserWhereInput = {
  OR: [{ ownTeam: { isOn: true } }, { membership: { hasSeat: true } }],
};
