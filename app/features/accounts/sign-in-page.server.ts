import { DomainError } from '~/core/shared/errors';
import type { Accounts, Visitor } from './deps.server';
import { PASSWORD_EXPIRED, signIn } from './sign-in.server';
import type { SignedIn } from './start-session.server';

export type PageSignIn =
  { kind: 'signed-in'; signedIn: SignedIn } | { kind: 'password-expired'; path: string };

/** Signing in on the page: a password that is too old leads to the form for a new one. */
export async function signInOnPage(deps: Accounts, input: unknown, visitor: Visitor): Promise<PageSignIn> {
  try {
    return { kind: 'signed-in', signedIn: await signIn(deps, input, visitor, 'cookie') };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== PASSWORD_EXPIRED) throw error;
    const query = new URLSearchParams({
      email: String(error.data.email),
      token: String(error.data.resetToken),
      reason: 'expired',
    });
    return { kind: 'password-expired', path: `/reset-password?${query.toString()}` };
  }
}
