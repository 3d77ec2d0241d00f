import { randomInt } from 'node:crypto';
import type { PrismaClient } from '~/core/db/app-database';
import { hashSecret } from '~/core/server/session.server';
import type { Clock } from '~/core/shared/clock';

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Without characters that look alike on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export interface RecoveryCodeStore {
  prisma: Pick<PrismaClient, 'recoveryCode'>;
  clock: Clock;
}

/** Replaces the user's recovery codes. They are returned this once; only hashes are stored. */
export async function replaceRecoveryCodes(
  { prisma }: Pick<RecoveryCodeStore, 'prisma'>,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await prisma.recoveryCode.deleteMany({ where: { userId } });
  await prisma.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashOf(userId, withoutSeparators(code)) })),
  });
  return codes;
}

/** Uses up a code; true at most once for each. */
export async function useRecoveryCode(
  { prisma, clock }: RecoveryCodeStore,
  userId: string,
  code: string,
): Promise<boolean> {
  const { count } = await prisma.recoveryCode.updateMany({
    where: { userId, codeHash: hashOf(userId, code), usedAt: null },
    data: { usedAt: new Date(clock()) },
  });
  return count === 1;
}

export const countRecoveryCodes = (
  { prisma }: Pick<RecoveryCodeStore, 'prisma'>,
  userId: string,
): Promise<number> => prisma.recoveryCode.count({ where: { userId, usedAt: null } });

/** What a person typed, as codes are compared: also with wide digits, spaces, dashes and capitals. */
export const withoutSeparators = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .toLowerCase();

/** About 79 bits, so that the hash can't be reversed by trying. */
function newCode(): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

const hashOf = (userId: string, code: string): string => hashSecret(`${userId}\n${code}`);
