import { addressKey } from '~/core/server/rate-limits.server';
import { ACCOUNT_RULES } from './account-limits.server';
import type { Accounts, Visitor } from './deps.server';
import { findPerson } from './find-person.server';
import { parseInput } from './parse-input.server';
import { emailOnlySchema } from './schema';
import { mailWithinLimits, sendPasswordReset } from './send-account-mail.server';

export const RESET_REQUESTED =
  'If this address has an account, a link to choose a new password is on its way.';

/** Mails a link to choose a new password, if the address has an account. The answer does not tell. */
export async function requestPasswordReset(
  deps: Accounts,
  input: unknown,
  visitor: Visitor,
): Promise<{ message: string }> {
  const { email } = parseInput(emailOnlySchema, input);
  await deps.limits.take(ACCOUNT_RULES.askForMail, addressKey(visitor.address));
  deps.background.run('password reset mail', async () => {
    const person = await findPerson(deps, { email });
    if (person) await mailWithinLimits(deps, email, () => sendPasswordReset(deps, person));
  });
  return { message: RESET_REQUESTED };
}
