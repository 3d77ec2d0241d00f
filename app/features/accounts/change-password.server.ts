import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { ACCOUNT_RULES } from './account-limits.server';
import { passwordChangedMail } from './account-mails.server';
import type { Accounts } from './deps.server';
import { findPerson } from './find-person.server';
import { parseInput } from './parse-input.server';
import { changePasswordSchema } from './schema';

export const SAME_PASSWORD = 'Choose a password other than the current one';
export const PASSWORD_CHANGED = 'Your password was changed. All other browsers and scripts are signed out.';

/** Replaces one's own password. Somebody who came in through Google alone has none yet, and needs no old one. */
export async function changePassword(
  deps: Accounts,
  actor: Actor,
  input: unknown,
): Promise<{ message: string }> {
  const { currentPassword, newPassword } = parseInput(changePasswordSchema, input);
  await deps.limits.take(ACCOUNT_RULES.changePassword, actor.userId);
  const person = await findPerson(deps, { id: actor.userId });
  if (!person) throw new DomainError('unauthenticated', 'Your session has ended. Please sign in again.');
  if (person.passwordHash !== null && !(await deps.passwords.verify(person.passwordHash, currentPassword))) {
    throw new DomainError('forbidden', 'The current password is wrong', { code: 'wrong_password' });
  }
  if (await deps.passwords.verify(person.passwordHash, newPassword)) {
    throw new DomainError('invalid', SAME_PASSWORD, { code: 'same_password' });
  }
  const passwordHash = await deps.passwords.hash(newPassword);
  const passwordChangedAt = new Date(deps.clock());
  await deps.prisma.user.update({ where: { id: person.id }, data: { passwordHash, passwordChangedAt } });
  await deps.sessions.endAll(person.id, { except: actor.sessionId });
  deps.background.run('password changed mail', () =>
    deps.mailer.send(passwordChangedMail(person, `${deps.siteUrl()}/forgot-password`)),
  );
  return { message: PASSWORD_CHANGED };
}
