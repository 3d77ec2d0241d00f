import { ROLES } from '~/core/shared/permissions';
import { LINE_OR_CONTROL, z } from '~/core/shared/zod';
import { safeReturnTo } from './landing';
import { brokenPasswordRules, PASSWORD_MAX_LENGTH } from './password-rules';

/** Shapes of the account forms, shared by pages (live), actions and the API. Their texts are shown as they are. */
const NAME_MAX_LENGTH = 100;
const EMAIL_MAX_LENGTH = 254;

const nameText = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .max(NAME_MAX_LENGTH, `${label} must be at most ${String(NAME_MAX_LENGTH)} characters long`)
    .refine((name) => !LINE_OR_CONTROL.test(name), `${label} contains characters that are not allowed`);
const nameField = (label: string) => nameText(label).min(1, `${label} is required`);

/** One's own name: not everybody has two, and Google may know one alone. */
export const ownNameShape = {
  firstName: nameField('First name'),
  lastName: nameText('Last name').default(''),
};

const emailField = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(EMAIL_MAX_LENGTH, `Email must be at most ${String(EMAIL_MAX_LENGTH)} characters long`)
  .pipe(z.email('Enter a valid email address'));

/** A password being chosen. One that is being checked only has to have a sane length. */
const newPasswordField = z.string({ error: 'Password is required' }).superRefine((password, context) => {
  for (const message of newPasswordComplaints(password)) context.addIssue({ code: 'custom', message });
});
const givenPasswordField = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(PASSWORD_MAX_LENGTH, `Password must be at most ${String(PASSWORD_MAX_LENGTH)} characters long`);
const confirmField = z.string().default('');

/** A checkbox of a form says "on" or nothing; JSON says true or false. */
const flagField = z
  .union([z.boolean(), z.literal('on').transform(() => true)], { error: 'must be true or false' })
  .optional()
  .transform((value) => value ?? false);

const secretField = z.string().max(200).default('');

const PASSWORDS_DIFFER = { message: 'Passwords do not match', path: ['confirmPassword'] };
/** Judged even while other fields are wrong, so that everything is told at once. */
const judgeEveryForm = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

export const registerSchema = z
  .object({
    firstName: nameField('First name'),
    lastName: nameField('Last name'),
    email: emailField,
    password: newPasswordField,
    confirmPassword: confirmField,
  })
  .refine(passwordsMatch('password'), { ...PASSWORDS_DIFFER, ...judgeEveryForm });

/** One field for the password: it can be shown, and whoever sits at the console can start again. */
export const setupSchema = z.object({
  token: secretField,
  firstName: nameField('First name'),
  lastName: nameField('Last name'),
  email: emailField,
  password: newPasswordField,
});

export const loginSchema = z.object({
  email: emailField,
  password: givenPasswordField,
  rememberMe: flagField,
});

export const emailOnlySchema = z.object({ email: emailField });

/** Of an account screen's address, or of the form that logs out: where somebody was going when asked who they are. */
export const returnToQuery = z.object({ returnTo: z.string().optional().transform(safeReturnTo) });

export const confirmEmailSchema = z.object({ userId: secretField, token: secretField });

export const INVALID_RESET_LINK = 'Invalid reset link. Please request a new password reset.';
/** What the address of /reset-password says. */
export const resetLinkQuery = z
  .object({
    email: z.string().default(''),
    token: z.string().default(''),
    reason: z.enum(['expired', 'confirmed']).optional().catch(undefined),
    ...returnToQuery.shape,
  })
  .transform(({ email, token, reason, returnTo }) => ({
    email,
    returnTo,
    token,
    refusal: email === '' || token === '' ? INVALID_RESET_LINK : null,
    reason,
  }));
export type ResetLink = z.output<typeof resetLinkQuery>;

const linkField = z.string({ error: INVALID_RESET_LINK }).trim().max(EMAIL_MAX_LENGTH).default('');

/** The link's own part travels in hidden fields; where it is broken, nothing else is worth saying. */
export const resetPasswordSchema = z
  .object({
    email: linkField.transform((email) => email.toLowerCase()),
    token: linkField,
    newPassword: z.string({ error: 'Password is required' }),
    confirmPassword: confirmField,
  })
  .superRefine(({ email, token, newPassword, confirmPassword }, context) => {
    const complain = (message: string, ...path: string[]) =>
      context.addIssue({ code: 'custom', message, path });
    if (email === '' || token === '') {
      complain(INVALID_RESET_LINK);
      return;
    }
    for (const message of newPasswordComplaints(newPassword)) complain(message, 'newPassword');
    if (newPassword !== confirmPassword) complain(PASSWORDS_DIFFER.message, ...PASSWORDS_DIFFER.path);
  });

export const changePasswordSchema = z
  .object({
    currentPassword: z.string().max(PASSWORD_MAX_LENGTH).default(''),
    newPassword: newPasswordField,
    confirmPassword: confirmField,
  })
  .refine(passwordsMatch('newPassword'), { ...PASSWORDS_DIFFER, ...judgeEveryForm });

export const changeEmailSchema = z.object({
  email: emailField,
  currentPassword: z.string().max(PASSWORD_MAX_LENGTH).default(''),
});

export const endSessionSchema = z.object({ sessionId: z.string().max(100) });

/** The password, where the session has not proved its owner lately. */
export const deleteAccountSchema = z
  .object({ password: z.string().max(PASSWORD_MAX_LENGTH).optional() })
  .optional();
export const dropPasswordSchema = z.object({
  currentPassword: z.string().max(PASSWORD_MAX_LENGTH).default(''),
});
export const proofLinkSchema = z.object({ token: secretField });

/** What is asked once, when Google first opens an account with a password. */
export const linkGoogleSchema = z.object({ token: secretField });
export const keepPasswordSchema = z.object({ token: secretField, password: givenPasswordField });

/** Of the account page's address, after Google or from a mailed link. */
export const accountQuery = z.object({
  proof: z.string().max(200).optional(),
  error: z.string().max(100).optional(),
});

/** A form that is a button alone. */
export const emptySchema = z.object({});

/** Where a way through Google begins and ends; on the account page it proves the owner. */
export type Screen = 'login' | 'register' | 'account';
export const googleLoginQuery = z.object({
  /** The screen it begins on, and comes back to. */
  from: z.enum(['login', 'register', 'account']).catch('login'),
  returnTo: z.string().optional(),
});

export const makeTestDrivesSchema = z.strictObject({
  /** The accounts are testdrive<first>@domain and the numbers that follow. */
  first: z.number().int().min(0).max(9999),
  count: z.number().int().min(1).max(100).default(1),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/, 'must be one such as example.org')
    .max(200),
  /** Starting credit of each, in cents. */
  creditCents: z.number().int().min(0).max(10_000).default(0),
  renewUnused: z.boolean().optional().meta({
    description: 'Gives new passwords to those that exist already and were never logged in to.',
  }),
});

function newPasswordComplaints(password: string): readonly string[] {
  return password === '' ? ['Password is required'] : brokenPasswordRules(password);
}

function passwordsMatch<Name extends string>(name: Name) {
  // A form that judges every field may have been sent without a password, as browsers leave out what is empty.
  return (form: Partial<Record<Name, string>> & { confirmPassword: string }): boolean =>
    (form[name] ?? '') === form.confirmPassword;
}

export type RegisterInput = z.output<typeof registerSchema>;
export type SetupInput = z.output<typeof setupSchema>;
export type LoginInput = z.output<typeof loginSchema>;
export type EmailOnlyInput = z.output<typeof emailOnlySchema>;
/** A mailed link leads on to where somebody was going: the mail may be read in another browser, days later. */
export type WayBack = Partial<z.output<typeof returnToQuery>>;
export type ConfirmEmailInput = z.output<typeof confirmEmailSchema>;
export type ResetPasswordInput = z.output<typeof resetPasswordSchema>;
export type ChangeEmailInput = z.output<typeof changeEmailSchema>;
export type ChangePasswordInput = z.output<typeof changePasswordSchema>;
export type DropPasswordInput = z.output<typeof dropPasswordSchema>;
export type ProofLinkInput = z.output<typeof proofLinkSchema>;
export type LinkGoogleInput = z.output<typeof linkGoogleSchema>;
export type KeepPasswordInput = z.output<typeof keepPasswordSchema>;
export type DeleteAccountInput = z.output<typeof deleteAccountSchema>;
export type MakeTestDrivesInput = z.output<typeof makeTestDrivesSchema>;

/** A user as the API shows one to themselves. Dates are ISO 8601, in UTC. */
export const userInfoSchema = z.object({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  registrationDate: z.iso.datetime(),
  lastLoginDate: z.iso.datetime().nullable(),
  emailConfirmed: z.boolean(),
});
export type UserInfo = z.output<typeof userInfoSchema>;

/** The token goes into the Authorization header of scripts. */
export const loginAnswerSchema = z.object({ token: z.string(), user: userInfoSchema });

const testDriveSchema = z.object({
  userId: z.string(),
  email: z.string(),
  /** Shown this once; only its hash is kept. */
  password: z.string(),
});
export type TestDrive = z.output<typeof testDriveSchema>;

export const madeTestDrivesSchema = z.object({
  made: z.array(testDriveSchema),
  /** Addresses that had an account already: nothing about those was changed. */
  skipped: z.array(z.string()),
});
export type MadeTestDrives = z.output<typeof madeTestDrivesSchema>;
