import { z } from '~/core/shared/zod';
import { brokenPasswordRules, PASSWORD_MAX_LENGTH } from './password-rules';

/** Shapes of the account forms, shared by pages (live), actions and the API. Their texts are shown as they are. */
const NAME_MAX_LENGTH = 100;
const EMAIL_MAX_LENGTH = 254;
const LINE_OR_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const nameField = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(NAME_MAX_LENGTH, `${label} must be at most ${String(NAME_MAX_LENGTH)} characters long`)
    .refine((name) => !LINE_OR_CONTROL.test(name), `${label} contains characters that are not allowed`);

export const emailField = z
  .string({ error: 'E-mail is required' })
  .trim()
  .toLowerCase()
  .min(1, 'E-mail is required')
  .max(EMAIL_MAX_LENGTH, `E-mail must be at most ${String(EMAIL_MAX_LENGTH)} characters long`)
  .pipe(z.email('Enter a valid e-mail address'));

/** A password being chosen. One that is being checked only has to have a sane length. */
const newPasswordField = z.string({ error: 'Password is required' }).superRefine((password, context) => {
  if (password === '') context.addIssue({ code: 'custom', message: 'Password is required' });
  else for (const message of brokenPasswordRules(password)) context.addIssue({ code: 'custom', message });
});
const givenPasswordField = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(PASSWORD_MAX_LENGTH, `Password must be at most ${String(PASSWORD_MAX_LENGTH)} characters long`);
const confirmField = z.string().default('');

/** A checkbox of a form says "on" or nothing; JSON says true or false. */
const flagField = z
  .union([z.boolean(), z.literal('on').transform(() => true)])
  .optional()
  .transform((value) => value ?? false);

const secretField = z.string().max(200).default('');

const PASSWORDS_DIFFER = { message: 'Passwords do not match', path: ['confirmPassword'] };
/** Judged even while other fields are wrong, so that everything is told at once. */
const judgeAlways = { when: () => true };

export const registerSchema = z
  .object({
    firstName: nameField('First name'),
    lastName: nameField('Last name'),
    email: emailField,
    password: newPasswordField,
    confirmPassword: confirmField,
  })
  .refine(passwordsMatch('password'), { ...PASSWORDS_DIFFER, ...judgeAlways });

export const setupSchema = z
  .object({
    token: secretField,
    firstName: nameField('First name'),
    lastName: nameField('Last name'),
    email: emailField,
    password: newPasswordField,
    confirmPassword: confirmField,
  })
  .refine(passwordsMatch('password'), { ...PASSWORDS_DIFFER, ...judgeAlways });

export const loginSchema = z.object({
  email: emailField,
  password: givenPasswordField,
  rememberMe: flagField,
});

export const emailOnlySchema = z.object({ email: emailField });

export const confirmEmailSchema = z.object({ userId: secretField, token: secretField });

/** The link's own part is judged apart from the passwords: a broken link is the first thing to say. */
export const resetLinkSchema = z.object({ email: emailField, token: z.string().min(1).max(200) });
export const newPasswordSchema = z
  .object({ newPassword: newPasswordField, confirmPassword: confirmField })
  .refine(passwordsMatch('newPassword'), { ...PASSWORDS_DIFFER, ...judgeAlways });

/** The whole reset form of the page; its link's part travels in hidden fields. */
export const resetPasswordSchema = z
  .object({
    email: z.string().default(''),
    token: secretField,
    newPassword: newPasswordField,
    confirmPassword: confirmField,
  })
  .refine(passwordsMatch('newPassword'), { ...PASSWORDS_DIFFER, ...judgeAlways });

export const changePasswordSchema = z
  .object({
    currentPassword: z.string().max(PASSWORD_MAX_LENGTH).default(''),
    newPassword: newPasswordField,
    confirmPassword: confirmField,
  })
  .refine(passwordsMatch('newPassword'), { ...PASSWORDS_DIFFER, ...judgeAlways });

function passwordsMatch<Name extends string>(name: Name) {
  return (form: Record<Name, string> & { confirmPassword: string }): boolean =>
    form[name] === form.confirmPassword;
}
