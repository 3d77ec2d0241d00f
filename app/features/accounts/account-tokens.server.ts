import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '~/core/shared/clock';
import type { PrismaClient } from '~/core/db/database.server';
import { hashSecret, newSecret } from '~/core/server/session.server';

/** One-use secrets that a person receives by mail or in an address. Only their hashes are stored. */
const LIFETIME_MS = {
  'confirm-email': DAY_MS,
  'reset-password': HOUR_MS,
  'google-sign-in': MINUTE_MS,
} as const;
export type TokenPurpose = keyof typeof LIFETIME_MS;

export interface GivenToken {
  userId: string;
  purpose: TokenPurpose;
  secret: string;
}

type TokenTable = Pick<PrismaClient, 'accountToken'>;

export async function issueToken(
  { prisma, clock }: { prisma: TokenTable; clock: Clock },
  { userId, purpose }: { userId: string; purpose: TokenPurpose },
): Promise<string> {
  const secret = newSecret();
  const nowMs = clock();
  await prisma.accountToken.create({
    data: {
      userId,
      purpose,
      tokenHash: hashSecret(secret),
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + LIFETIME_MS[purpose]),
    },
  });
  return secret;
}

/**
 * Uses a token up: true exactly once, for the right person and purpose, in time. The person's other tokens of the
 * same purpose end with it. Pass a transaction's client to use it up together with what it allows.
 */
export async function useUpToken(
  { prisma, clock }: { prisma: TokenTable; clock: Clock },
  { userId, purpose, secret }: GivenToken,
): Promise<boolean> {
  const now = new Date(clock());
  const { count } = await prisma.accountToken.updateMany({
    where: { tokenHash: hashSecret(secret), userId, purpose, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (count !== 1) return false;
  await prisma.accountToken.updateMany({ where: { userId, purpose, usedAt: null }, data: { usedAt: now } });
  return true;
}

/** Whether a token could be used up now. */
export async function isTokenUsable(
  { prisma, clock }: { prisma: TokenTable; clock: Clock },
  { userId, purpose, secret }: GivenToken,
): Promise<boolean> {
  const where = {
    tokenHash: hashSecret(secret),
    userId,
    purpose,
    usedAt: null,
    expiresAt: { gt: new Date(clock()) },
  };
  return (await prisma.accountToken.count({ where })) === 1;
}

/** Forgets the tokens whose time is long over. */
export async function sweepTokens({ prisma, clock }: { prisma: TokenTable; clock: Clock }): Promise<void> {
  await prisma.accountToken.deleteMany({ where: { expiresAt: { lt: new Date(clock() - DAY_MS) } } });
}
