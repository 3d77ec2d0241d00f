/** What the account screens say when something fails that nobody on either side foresaw. */
export const FAILURES = {
  login: 'Login failed. Please try again.',
  register: 'Registration failed. Please try again.',
  forgot: 'Failed to send password reset email',
  reset: 'Failed to reset password',
  resend: 'Resend confirmation failed',
  confirm: 'Error confirming email. The link may be expired or invalid.',
  setUp: 'We couldn’t create the account. Please try again.',
  account: 'That didn’t work. Please try again.',
} as const;

/** Said when the server could not be reached at all. */
export const NETWORK_ERROR = 'Network error occurred. Please try again later.';
