import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '~/core/shared/clock';
import type { PrismaClient } from '~/core/db/app-database';
import { hashSecret, newSecret } from '~/core/server/session.server';

/** One-time tokens, sent by mail or in a URL. Only hashes are stored. */
export const TOKEN_LIFETIME_MS = {
  'confirm-email': DAY_MS,
  'change-email': DAY_MS,
  'reset-password': HOUR_MS,
  'provider-sign-in': MINUTE_MS,
  'link-provider': 10 * MINUTE_MS,
  'prove-owner': 10 * MINUTE_MS,
  'second-factor': 5 * MINUTE_MS,
} as const;
export type TokenPurpose = keyof typeof TOKEN_LIFETIME_MS;

export interface GivenToken {
  userId: string;
  purpose: TokenPurpose;
  secret: string;
}

/** Accepts a transaction, so that a token is consumed together with its effect. */
export interface TokenStore {
  prisma: Pick<PrismaClient, 'accountToken'>;
  clock: Clock;
}

interface NewToken {
  userId: string;
  purpose: TokenPurpose;
  /** For `change-email`: the new address. */
  newEmail?: string;
  /** For `confirm-email`: the pending registration. */
  registrationId?: string | null;
  /** For `link-provider`: the account to link. */
  providerIssuer?: string;
  providerSubject?: string;
  /** For `prove-owner`: the session. */
  sessionId?: string;
}

export async function issueToken(
  { prisma, clock }: TokenStore,
  { purpose, ...about }: NewToken,
): Promise<string> {
  const secret = newSecret();
  const nowMs = clock();
  await prisma.accountToken.create({
    data: {
      ...about,
      purpose,
      tokenHash: hashSecret(secret),
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + TOKEN_LIFETIME_MS[purpose]),
    },
  });
  return secret;
}

/** Consumes a token; returns true at most once. Also invalidates the user's other tokens of the same purpose. */
export async function consumeToken({ prisma, clock }: TokenStore, token: GivenToken): Promise<boolean> {
  const now = new Date(clock());
  const { userId, purpose } = token;
  const { count } = await prisma.accountToken.updateMany({
    where: usable(token, now),
    data: { usedAt: now },
  });
  if (count !== 1) return false;
  await prisma.accountToken.updateMany({ where: { userId, purpose, usedAt: null }, data: { usedAt: now } });
  return true;
}

const ENDED_TOGETHER = [
  'reset-password',
  'change-email',
  'link-provider',
  'prove-owner',
  'second-factor',
] as const;

/**
 * Invalidates mailed links and started logins that give access to the account. They may have been requested by someone who knew the old
 * password or read the old mailbox.
 */
export async function endMailedLinks({ prisma, clock }: TokenStore, userId: string): Promise<void> {
  await prisma.accountToken.updateMany({
    where: { userId, purpose: { in: [...ENDED_TOGETHER] }, usedAt: null },
    data: { usedAt: new Date(clock()) },
  });
}

/** Consumes a `change-email` token; returns the new address, or undefined if the token is invalid. */
export async function newEmailOf(
  store: TokenStore,
  { userId, secret }: Omit<GivenToken, 'purpose'>,
): Promise<string | undefined> {
  const token: GivenToken = { userId, secret, purpose: 'change-email' };
  if (!(await consumeToken(store, token))) return undefined;
  const row = await store.prisma.accountToken.findUnique({ where: { tokenHash: hashSecret(secret) } });
  return row?.newEmail ?? undefined;
}

/** Whether the token is valid, without consuming it. */
export async function isTokenUsable({ prisma, clock }: TokenStore, token: GivenToken): Promise<boolean> {
  return (await prisma.accountToken.count({ where: usable(token, new Date(clock())) })) === 1;
}

const usable = ({ userId, purpose, secret }: GivenToken, now: Date) => ({
  tokenHash: hashSecret(secret),
  userId,
  purpose,
  usedAt: null,
  expiresAt: { gt: now },
});

/** Deletes tokens a day after they expire. */
export async function sweepTokens({ prisma, clock }: TokenStore): Promise<void> {
  await prisma.accountToken.deleteMany({ where: { expiresAt: { lt: new Date(clock() - DAY_MS) } } });
}
