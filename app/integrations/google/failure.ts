/** Error codes of the Google sign-in, as the pages show them. */
const GOOGLE_FAILURE_CODES = [
  'invalid_state',
  'no_code',
  'access_denied',
  'token_exchange_failed',
  'user_info_failed',
  'no_email_from_google',
  'google_auth_error',
  'other_google_account',
  'login_too_old',
] as const;
export type GoogleFailureCode = (typeof GOOGLE_FAILURE_CODES)[number];

export class GoogleFailure extends Error {
  override name = 'GoogleFailure';

  constructor(
    readonly code: GoogleFailureCode,
    cause?: unknown,
  ) {
    super(code, { cause });
  }
}
