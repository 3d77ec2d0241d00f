import { isCommonPassword } from './common-passwords';

export const PASSWORD_MAX_LENGTH = 200;

interface PasswordRule {
  /** What the live checklist says. */
  label: string;
  message: string;
  isMet(password: string): boolean;
}

/** The rules, in the order in which they are told. Pages repeat them live; the server decides. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    label: 'At least 6 characters',
    message: 'Password must be at least 6 characters long',
    isMet: (password) => Array.from(password).length >= 6,
  },
  {
    label: 'One uppercase letter',
    message: 'Password must contain at least one uppercase letter',
    isMet: (password) => /\p{Lu}/u.test(password),
  },
  {
    label: 'One lowercase letter',
    message: 'Password must contain at least one lowercase letter',
    isMet: (password) => /\p{Ll}/u.test(password),
  },
  {
    label: 'One number',
    message: 'Password must contain at least one number',
    isMet: (password) => /\p{Nd}/u.test(password),
  },
  {
    label: 'Not a common password',
    message: 'Password is one of the most common ones; please choose another',
    isMet: (password) => password !== '' && !isCommonPassword(password),
  },
];

/** Messages of the rules that a password breaks; none when it is good. */
export function brokenPasswordRules(password: string): string[] {
  if (password.length > PASSWORD_MAX_LENGTH) {
    return [`Password must be at most ${String(PASSWORD_MAX_LENGTH)} characters long`];
  }
  return PASSWORD_RULES.filter((rule) => !rule.isMet(password)).map((rule) => rule.message);
}
