import { addressKey } from '~/core/server/rate-limits.server';
import { ACCOUNT_RULES } from './account-limits.server';
import type { Accounts, Visitor } from './deps.server';
import { findPerson } from './find-person.server';
import { parseInput } from './parse-input.server';
import { emailOnlySchema } from './schema';
import { mailWithinLimits, sendConfirmation } from './send-account-mail.server';

export const CONFIRMATION_RESENT =
  'If this address has an account that waits for its confirmation, a new link is on its way.';

/** Sends a new confirmation link, if there is something to confirm. The answer does not tell. */
export async function resendConfirmation(
  deps: Accounts,
  input: unknown,
  visitor: Visitor,
): Promise<{ message: string }> {
  const { email } = parseInput(emailOnlySchema, input);
  await deps.limits.take(ACCOUNT_RULES.askForMail, addressKey(visitor.address));
  deps.background.run('confirmation mail', async () => {
    const person = await findPerson(deps, { email });
    if (!person || person.emailConfirmedAt) return;
    await mailWithinLimits(deps, email, () => sendConfirmation(deps, person));
  });
  return { message: CONFIRMATION_RESENT };
}
