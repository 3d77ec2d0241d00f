import { addressKey } from '~/core/server/rate-limits.server';
import type { Client } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { AccountsDeps } from '../deps.server';
import { CODE_RATE_LIMITS } from '../rate-limits.server';
import { stepOfCode, unsealAuthenticatorSecret } from './authenticator.server';
import { useRecoveryCode, withoutSeparators, type RecoveryCodeStore } from './recovery-codes.server';

type Store = RecoveryCodeStore & {
  prisma: Pick<AccountsDeps['prisma'], 'authenticator'>;
  factorKey: Buffer;
};

/** What a right code was. */
export type CodeKind = 'code' | 'recovery-code';

/** Uses up a code of the user's authenticator, or a recovery code; undefined if it is neither, or was used before. */
export async function consumeCode(
  store: Store,
  userId: string,
  typed: string,
): Promise<CodeKind | undefined> {
  const row = await store.prisma.authenticator.findUnique({ where: { userId } });
  if (!row?.enabledAt) return undefined;
  const code = withoutSeparators(typed);
  if (await useRecoveryCode(store, userId, code)) return 'recovery-code';
  const secret = unsealAuthenticatorSecret(store.factorKey, userId, row.sealedSecret);
  const step = secret && stepOfCode(secret, code, { nowMs: store.clock(), lastStep: row.lastStep });
  if (!step) return undefined;
  const { count } = await store.prisma.authenticator.updateMany({
    where: { userId, sealedSecret: row.sealedSecret, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1 ? 'code' : undefined;
}

/**
 * Counts an attempt before the code is checked, so that concurrent attempts can't slip through. Call `succeeded` if the
 * code was right. The account's limit holds for all clients together.
 */
export async function countCodeAttempt(
  { rateLimits }: Pick<AccountsDeps, 'rateLimits'>,
  client: Client,
  userId: string,
): Promise<{ succeeded: () => Promise<void> }> {
  const counts = [
    { limit: CODE_RATE_LIMITS.account, key: userId },
    { limit: CODE_RATE_LIMITS.address, key: addressKey(client.address) },
  ];
  for (const { limit, key } of counts) await rateLimits.take(limit, key);
  return {
    succeeded: async () => {
      for (const { limit, key } of counts) await rateLimits.giveBack(limit, key);
    },
  };
}

export const wrongCode = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'That code didn’t work. Enter the newest code from your app, or a recovery code you haven’t used.',
    { code: 'wrong_code', field: 'code' },
  );
