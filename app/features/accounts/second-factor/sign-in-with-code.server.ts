import { hashSecret, type Client, type SessionKind } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import { consumeToken, isTokenUsable, issueToken, type GivenToken } from '../account-tokens.server';
import { startSession, type SignedIn } from '../browser-session.server';
import { auditSignInRefusal } from '../audit-refusal.server';
import type { AccountsDeps } from '../deps.server';
import { requestMail } from '../request-mails.server';
import type { SecondFactorInput } from '../schema';
import { accountSuspended, findUserOrSuspended, type User } from '../users.server';
import { consumeCode, countCodeAttempt, wrongCode } from './check-code.server';
import { isRememberedBrowser, rememberBrowser } from './remembered-browsers.server';

export const SECOND_FACTOR_REQUIRED = 'second_factor_required';

/**
 * Call when the password was right.
 * @throws DomainError `second_factor_required` with a challenge for five minutes, if the user has an authenticator and
 *   this browser isn't remembered
 */
export async function askForSecondFactor(
  services: Pick<AccountsDeps, 'prisma' | 'clock'>,
  client: Client,
  { id: userId }: User,
): Promise<void> {
  const row = await services.prisma.authenticator.findUnique({ where: { userId } });
  if (!row?.enabledAt || (await isRememberedBrowser(services, client, userId))) return;
  const challenge = await issueToken(services, { userId, purpose: 'second-factor' });
  throw new DomainError('unauthenticated', 'Enter the code from your authenticator app.', {
    code: SECOND_FACTOR_REQUIRED,
    data: { challenge },
  });
}

/**
 * The second step of a login: redeems the challenge with a code.
 * @throws DomainError `invalid_challenge`, `wrong_code`, `account_suspended`, `rate_limited`
 */
export async function signInWithCode(
  services: AccountsDeps,
  client: Client,
  { challenge, code, rememberBrowser: remembers, rememberMe: remember }: SecondFactorInput,
  kind: SessionKind,
): Promise<SignedIn> {
  const { user, given } = await findChallenge(services, challenge);
  const attempt = await countCodeAttempt(services, client, user.id);
  const used = await services.prisma.$transaction(async (transaction) => {
    const store = { ...services, prisma: transaction };
    const kindOfCode = await consumeCode(store, user.id, code);
    if (kindOfCode && !(await consumeToken(store, given))) throw invalidChallenge();
    return kindOfCode;
  });
  if (!used) {
    await auditSignInRefusal(services, client, { subject: user.id, code: 'wrong_code' });
    throw wrongCode();
  }
  await attempt.succeeded();
  if (used === 'recovery-code') tellOfRecoveryCode(services, user.id);
  const signedIn = await startSession(services, client, { user, kind, remember, method: used });
  if (!remembers) return signedIn;
  return { ...signedIn, rememberedBrowser: await rememberBrowser(services, user.id) };
}

async function findChallenge(
  services: Pick<AccountsDeps, 'prisma' | 'clock'>,
  secret: string,
): Promise<{ user: User; given: GivenToken }> {
  const row = await services.prisma.accountToken.findUnique({ where: { tokenHash: hashSecret(secret) } });
  const given: GivenToken = { userId: row?.userId ?? '', purpose: 'second-factor', secret };
  const user = row && (await findUserOrSuspended(services, { id: row.userId }));
  if (!user || !(await isTokenUsable(services, given))) throw invalidChallenge();
  if (user.suspendedAt) throw accountSuspended();
  return { user, given };
}

function tellOfRecoveryCode(services: AccountsDeps, userId: string): void {
  services.background.run('recovery code mail', () =>
    requestMail(services, userId, { kind: 'recovery-code-used' }),
  );
}

const invalidChallenge = (): DomainError =>
  new DomainError('unauthenticated', 'This took too long. Log in with your password again.', {
    code: 'invalid_challenge',
  });
