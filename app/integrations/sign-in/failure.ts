/** Why a sign-in with an external provider failed. */
export type SignInFailureCode =
  | 'invalid_state'
  | 'no_code'
  | 'access_denied'
  | 'token_exchange_failed'
  | 'user_info_failed'
  | 'no_email'
  | 'email_not_verified'
  | 'domain_not_allowed'
  | 'no_account'
  | 'registration_closed'
  | 'invitation_refused'
  | 'account_suspended'
  | 'already_linked'
  | 'second_factor_set'
  | 'other_account'
  | 'login_too_old'
  | 'proof_required'
  | 'user_creation_failed'
  | 'provider_error';

export class SignInFailure extends Error {
  override name = 'SignInFailure';

  constructor(
    readonly code: SignInFailureCode,
    cause?: unknown,
  ) {
    super(code, { cause });
  }
}
