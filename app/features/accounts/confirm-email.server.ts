import { addressKey } from '~/core/server/rate-limits.server';
import { DomainError } from '~/core/shared/errors';
import { ACCOUNT_RULES } from './account-limits.server';
import { useUpToken } from './account-tokens.server';
import type { Accounts, Visitor } from './deps.server';
import { FAILURES } from './failures';
import { parseInput } from './parse-input.server';
import { confirmEmailSchema } from './schema';

export const INVALID_CONFIRMATION_LINK =
  'Invalid confirmation link. Please check your email for the correct link.';
export const EMAIL_CONFIRMED = 'Your e-mail address is confirmed. You can sign in now.';

export async function confirmEmail(
  deps: Pick<Accounts, 'prisma' | 'clock' | 'limits' | 'sessions'>,
  input: unknown,
  visitor: Visitor,
): Promise<{ message: string }> {
  const { userId, token } = parseInput(confirmEmailSchema, input);
  if (userId === '' || token === '')
    throw new DomainError('invalid', INVALID_CONFIRMATION_LINK, { code: 'invalid_link' });
  await deps.limits.take(ACCOUNT_RULES.useToken, addressKey(visitor.address));
  const isConfirmed = await deps.prisma.$transaction(async (prisma) => {
    const isValid = await useUpToken(
      { prisma, clock: deps.clock },
      { userId, purpose: 'confirm-email', secret: token },
    );
    if (isValid) {
      await prisma.user.updateMany({
        where: { id: userId },
        data: { emailConfirmedAt: new Date(deps.clock()) },
      });
    }
    return isValid;
  });
  if (!isConfirmed) throw new DomainError('invalid', FAILURES.confirm, { code: 'invalid_link' });
  return { message: EMAIL_CONFIRMED };
}
