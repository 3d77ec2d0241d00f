import { addressKey } from '~/core/server/rate-limits.server';
import { ACCOUNT_RULES } from './account-limits.server';
import { createPerson } from './create-person.server';
import type { Accounts, Visitor } from './deps.server';
import { findPerson } from './find-person.server';
import { parseInput } from './parse-input.server';
import { registerSchema } from './schema';
import { mailWithinLimits, sendAlreadyRegistered, sendConfirmation } from './send-account-mail.server';

export const REGISTERED = 'Check your e-mail: we have sent you a link to confirm your address.';

/**
 * Makes an account that waits for its confirmation. The answer is the same when the address has an account already;
 * its owner then gets a mail that says so.
 */
export async function registerUser(
  deps: Accounts,
  input: unknown,
  visitor: Visitor,
): Promise<{ message: string; email: string }> {
  const { firstName, lastName, email, password } = parseInput(registerSchema, input);
  await deps.limits.take(ACCOUNT_RULES.register, addressKey(visitor.address));
  const passwordHash = await deps.passwords.hash(password); // for a known address too: it takes the most time
  await createPerson(deps, { firstName, lastName, email, passwordHash });
  deps.background.run('registration mail', async () => {
    const person = await findPerson(deps, { email });
    if (!person) return;
    const send = person.emailConfirmedAt ? sendAlreadyRegistered : sendConfirmation;
    await mailWithinLimits(deps, email, () => send(deps, person));
  });
  return { message: REGISTERED, email };
}
