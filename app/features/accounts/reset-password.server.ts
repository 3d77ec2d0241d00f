import { DomainError } from '~/core/shared/errors';
import { addressKey } from '~/core/server/rate-limits.server';
import { ACCOUNT_RULES } from './account-limits.server';
import { passwordChangedMail } from './account-mails.server';
import { isTokenUsable, useUpToken, type GivenToken } from './account-tokens.server';
import { SAME_PASSWORD } from './change-password.server';
import type { Accounts, Visitor } from './deps.server';
import { findPerson } from './find-person.server';
import { parseInput } from './parse-input.server';
import { newPasswordSchema, resetLinkSchema } from './schema';

export const INVALID_RESET_LINK = 'Invalid reset link. Please request a new password reset.';
export const PASSWORD_RESET = 'Your password has been changed. You can sign in with it now.';

/**
 * Sets a new password with the secret of a mailed link, and ends all sessions. Whoever has the link reads the
 * mailbox, so the address counts as confirmed too.
 */
export async function resetPassword(
  deps: Accounts,
  input: unknown,
  visitor: Visitor,
): Promise<{ message: string; browserMark: string }> {
  const link = resetLinkSchema.safeParse(input);
  if (!link.success) throw invalidLink();
  const { email, token } = link.data;
  const { newPassword } = parseInput(newPasswordSchema, input);
  await deps.limits.take(ACCOUNT_RULES.useToken, addressKey(visitor.address));
  const person = await findPerson(deps, { email });
  const secret = { userId: person?.id ?? '', purpose: 'reset-password' as const, secret: token };
  if (!person || !(await isTokenUsable(deps, secret))) throw invalidLink();
  if (await deps.passwords.verify(person.passwordHash, newPassword)) {
    throw new DomainError('invalid', SAME_PASSWORD, { code: 'same_password' });
  }
  const passwordHash = await deps.passwords.hash(newPassword);
  if (!(await replacePassword(deps, secret, passwordHash))) throw invalidLink();
  await deps.sessions.endAll(person.id);
  deps.background.run('password changed mail', () =>
    deps.mailer.send(passwordChangedMail(person, `${deps.siteUrl()}/forgot-password`)),
  );
  return { message: PASSWORD_RESET, browserMark: deps.knownBrowsers.mark(email) };
}

function replacePassword(
  { prisma, clock }: Pick<Accounts, 'prisma' | 'clock'>,
  token: GivenToken,
  passwordHash: string,
): Promise<boolean> {
  const { userId } = token;
  return prisma.$transaction(async (transaction) => {
    const isValid = await useUpToken({ prisma: transaction, clock }, token);
    if (!isValid) return false;
    const now = new Date(clock());
    await transaction.user.update({ where: { id: userId }, data: { passwordHash, passwordChangedAt: now } });
    await transaction.user.updateMany({
      where: { id: userId, emailConfirmedAt: null },
      data: { emailConfirmedAt: now },
    });
    await transaction.session.deleteMany({ where: { userId } });
    return true;
  });
}

const invalidLink = (): DomainError =>
  new DomainError('invalid', INVALID_RESET_LINK, { code: 'invalid_link' });
