import { plainName } from '@promptwell/text/plain-name';
import { EMAIL_PATTERN, normalizeEmail } from '~/core/shared/email';
import { ROLES } from '~/core/shared/permissions';
import { LINE_OR_CONTROL, z } from '~/core/shared/zod';
import { safeReturnTo } from './landing';
import { violatedPasswordRules, PASSWORD_MAX_LENGTH } from './password-rules';

/** Schemas of the account forms, shared by pages, actions and the API. Messages are shown as they are. */
const NAME_MAX_LENGTH = 100;
const EMAIL_MAX_LENGTH = 254;

const nameText = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .max(NAME_MAX_LENGTH, `${label} must be at most ${String(NAME_MAX_LENGTH)} characters long`)
    .refine((name) => !LINE_OR_CONTROL.test(name), `${label} contains characters that are not allowed`)
    .overwrite(plainName);
const nameField = (label: string) => nameText(label).min(1, `${label} is required`);

/** The last name is optional: not everyone has one, and a provider may not return it. */
export const ownNameShape = {
  firstName: nameField('First name'),
  lastName: nameText('Last name').default(''),
};

export const emailField = z
  .string({ error: 'Email is required' })
  .overwrite(normalizeEmail)
  .min(1, 'Email is required')
  .max(EMAIL_MAX_LENGTH, `Email must be at most ${String(EMAIL_MAX_LENGTH)} characters long`)
  .pipe(z.email({ pattern: EMAIL_PATTERN, error: 'Enter a valid email address' }));

/** Rules for a new password. An existing one only has a length limit. */
const newPasswordField = z.string({ error: 'Password is required' }).superRefine((password, context) => {
  for (const message of newPasswordErrors(password)) context.addIssue({ code: 'custom', message });
});
const givenPasswordField = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(PASSWORD_MAX_LENGTH, `Password must be at most ${String(PASSWORD_MAX_LENGTH)} characters long`);
const confirmField = z.string().default('');

/** Form checkboxes submit "on" or nothing; JSON has booleans. */
const flagField = z
  .union([z.boolean(), z.literal('on').transform(() => true)], { error: 'must be true or false' })
  .optional()
  .transform((value) => value ?? false);

const secretField = z.string().max(200).default('');

const PASSWORDS_DIFFER = { message: 'Passwords do not match', path: ['confirmPassword'] };
/** Runs even if other fields are invalid, so that all errors are shown at once. */
const validateAlways = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

export const registerSchema = z
  .object({
    firstName: nameField('First name'),
    lastName: nameField('Last name'),
    email: emailField,
    password: newPasswordField,
    confirmPassword: confirmField,
    invitation: z.string().max(200).optional().meta({ description: 'The token of an invitation’s link.' }),
  })
  .refine(passwordsMatch('password'), { ...PASSWORDS_DIFFER, ...validateAlways });

/** No confirmation field: the password can be shown, and set-up can be repeated from the console. */
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

/** The second step of a login. */
export const secondFactorSchema = z.object({
  challenge: z.string({ error: 'The challenge is required' }).max(200),
  code: z
    .string({ error: 'Enter a code' })
    .trim()
    .min(1, 'Enter a code')
    .max(50, 'A code has at most 50 characters'),
  /** Asks for no code in this browser for 30 days. */
  rememberBrowser: flagField,
  /** Only pages send it; it was chosen in the first step. */
  rememberMe: flagField,
});
export const codeSchema = secondFactorSchema.pick({ code: true });

export const emailOnlySchema = z.object({ email: emailField });

/** Query of account screens, also of the logout form: the page requested before signing in. */
export const returnToQuery = z.object({ returnTo: z.string().optional().transform(safeReturnTo) });

export const confirmEmailSchema = z.object({ userId: secretField, token: secretField });

export const INVALID_RESET_LINK = 'Invalid reset link. Please request a new password reset.';
/** Query of /reset-password. */
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

/** The link's values are hidden fields. If they are invalid, other errors don't matter. */
export const resetPasswordSchema = z
  .object({
    email: linkField.transform(normalizeEmail),
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
    for (const message of newPasswordErrors(newPassword)) complain(message, 'newPassword');
    if (newPassword !== confirmPassword) complain(PASSWORDS_DIFFER.message, ...PASSWORDS_DIFFER.path);
  });

export const changePasswordSchema = z
  .object({
    currentPassword: z.string().max(PASSWORD_MAX_LENGTH).default(''),
    newPassword: newPasswordField,
    confirmPassword: confirmField,
  })
  .refine(passwordsMatch('newPassword'), { ...PASSWORDS_DIFFER, ...validateAlways });

export const changeEmailSchema = z.object({
  email: emailField,
  currentPassword: z.string().max(PASSWORD_MAX_LENGTH).default(''),
});

export const endSessionSchema = z.object({ sessionId: z.string().max(100) });

/** The password, unless the session has a recent proof. */
export const deleteAccountSchema = z
  .object({ password: z.string().max(PASSWORD_MAX_LENGTH).optional() })
  .optional();
export const dropPasswordSchema = z.object({
  currentPassword: z.string().max(PASSWORD_MAX_LENGTH).default(''),
});
/** The password, unless the session has a recent proof. */
export const currentPasswordSchema = dropPasswordSchema;
export const proofLinkSchema = z.object({ token: secretField });

/** Forms of the first sign-in with a provider to an account with a password. */
export const linkProviderSchema = z.object({ token: secretField });
export const keepPasswordSchema = z.object({ token: secretField, password: givenPasswordField });

/** Query of the account page, after a provider or from a mailed link. */
export const accountQuery = z.object({
  proof: z.string().max(200).optional(),
  error: z.string().max(100).optional(),
  provider: z.string().max(50).optional(),
  linked: z.string().max(50).optional(),
});

/** For forms that consist of a button. */
export const emptySchema = z.object({});

/** Where a sign-in with a provider starts and ends; on the account page it proves ownership or links the provider. */
export type Screen = 'login' | 'register' | 'account' | 'invite';
export const providerLoginQuery = z.object({
  /** The screen it starts from and returns to. */
  from: z.enum(['login', 'register', 'account', 'invite']).catch('login'),
  returnTo: z.string().optional(),
  /** From the account page: `link` to link the provider; otherwise to prove ownership. */
  purpose: z.string().max(20).optional(),
  /** From an invitation: its token. */
  invitation: z.string().max(200).optional(),
});
export type ProviderLoginQuery = z.output<typeof providerLoginQuery>;
/** The name of one of OIDC_PROVIDERS in an address. */
export const providerParams = z.object({ name: z.string().regex(/^[a-z][a-z\d]{0,30}$/) });

/** Proves ownership with the password, for changes that follow. */
export const proveByPasswordSchema = z.object({ password: givenPasswordField });
export const unlinkProviderSchema = z.object({
  provider: z.string().max(50),
  currentPassword: z.string().max(PASSWORD_MAX_LENGTH).default(''),
});

export const makeTestDrivesSchema = z.strictObject({
  /** Accounts are named testdrive<first>@domain, counting up. */
  first: z.number().int().min(0).max(9999),
  count: z.number().int().min(1).max(100).default(1),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/, 'must be one such as example.org')
    .max(200),
  /** Starting credit of each account, in cents. */
  creditCents: z.number().int().min(0).max(10_000).default(0),
  renewUnused: z.boolean().optional().meta({
    description: 'Gives new passwords to those that exist already and were never logged in to.',
  }),
});

function newPasswordErrors(password: string): readonly string[] {
  return password === '' ? ['Password is required'] : violatedPasswordRules(password);
}

function passwordsMatch<Name extends string>(name: Name) {
  // The password may be missing: browsers omit empty fields, and this runs despite other errors.
  return (form: Partial<Record<Name, string>> & { confirmPassword: string }): boolean =>
    (form[name] ?? '') === form.confirmPassword;
}

export type RegisterInput = z.output<typeof registerSchema>;
export type SetupInput = z.output<typeof setupSchema>;
export type LoginInput = z.output<typeof loginSchema>;
export type SecondFactorInput = z.output<typeof secondFactorSchema>;
export type CurrentPasswordInput = z.output<typeof currentPasswordSchema>;
export type EmailOnlyInput = z.output<typeof emailOnlySchema>;
/** Mailed links carry `returnTo`, because they may be opened in another browser, days later. */
export type ReturnTo = Partial<z.output<typeof returnToQuery>>;
export type ConfirmEmailInput = z.output<typeof confirmEmailSchema>;
export type ResetPasswordInput = z.output<typeof resetPasswordSchema>;
export type ChangeEmailInput = z.output<typeof changeEmailSchema>;
export type ChangePasswordInput = z.output<typeof changePasswordSchema>;
export type DropPasswordInput = z.output<typeof dropPasswordSchema>;
export type ProofLinkInput = z.output<typeof proofLinkSchema>;
export type LinkProviderInput = z.output<typeof linkProviderSchema>;
export type ProveByPasswordInput = z.output<typeof proveByPasswordSchema>;
export type UnlinkProviderInput = z.output<typeof unlinkProviderSchema>;
export type KeepPasswordInput = z.output<typeof keepPasswordSchema>;
export type DeleteAccountInput = z.output<typeof deleteAccountSchema>;
export type MakeTestDrivesInput = z.output<typeof makeTestDrivesSchema>;

/** The user's own account in the API. Dates are ISO 8601 in UTC. */
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

/** `token` is the bearer token for scripts. */
export const loginResponseSchema = z.object({ token: z.string(), user: userInfoSchema });

export const secondFactorStatusSchema = z.object({
  isOn: z.boolean(),
  enabledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The user's role requires a second factor, and there is none yet. */
  isRequired: z.boolean(),
});
export const authenticatorSetupSchema = z.object({
  /** In base32, to type into the app. */
  secret: z.string(),
  /** For a QR code: `otpauth://totp/…`. */
  uri: z.string(),
});
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type SecondFactorStatus = z.output<typeof secondFactorStatusSchema>;
export type AuthenticatorSetup = z.output<typeof authenticatorSetupSchema>;
export type RecoveryCodes = z.output<typeof recoveryCodesSchema>;

const testDriveSchema = z.object({
  userId: z.string(),
  email: z.string(),
  /** Shown only once; only its hash is stored. */
  password: z.string(),
});
export type TestDrive = z.output<typeof testDriveSchema>;

export const madeTestDrivesSchema = z.object({
  made: z.array(testDriveSchema),
  /** Addresses that already had an account, which wasn't changed. */
  skipped: z.array(z.string()),
});
export type MadeTestDrives = z.output<typeof madeTestDrivesSchema>;
