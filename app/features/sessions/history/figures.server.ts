import type { Prisma, SessionTurn } from '@prisma/client';

type Figures = Pick<SessionTurn, 'requests' | 'tokensIn' | 'tokensOut' | 'cost' | 'size'>;

/** Raises or lowers a session's figures, when an exchange takes the place of another, comes or goes. */
export const figuresChange = (
  after: Figures | undefined,
  before: Figures | undefined,
): Prisma.SavedSessionUpdateManyMutationInput => ({
  requests: { increment: (after?.requests ?? 0) - (before?.requests ?? 0) },
  tokensIn: { increment: (after?.tokensIn ?? 0) - (before?.tokensIn ?? 0) },
  tokensOut: { increment: (after?.tokensOut ?? 0) - (before?.tokensOut ?? 0) },
  cost: { increment: (after?.cost ?? 0n) - (before?.cost ?? 0n) },
  size: { increment: (after?.size ?? 0) - (before?.size ?? 0) },
});

/** Everything of an exchange but its texts. */
export const FIGURES = {
  key: true,
  requests: true,
  tokensIn: true,
  tokensOut: true,
  cost: true,
  size: true,
} as const;
