/** Fallback messages for unexpected failures. */
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

/** Shown if the server can't be reached. */
export const NETWORK_ERROR = 'Network error occurred. Please try again later.';
