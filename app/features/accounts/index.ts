export { accountSettingsSchema } from './account-settings';
export { FAILURES } from './failures';
export {
  INVITATIONS_TABLE,
  invitationFormSchema,
  invitationParams,
  inviteQuery,
  type Invitation,
  type InvitationList,
} from './invitations/schema';
export {
  accountQuery,
  changeEmailSchema,
  changePasswordSchema,
  codeSchema,
  confirmEmailSchema,
  currentPasswordSchema,
  dropPasswordSchema,
  emailOnlySchema,
  emptySchema,
  endSessionSchema,
  keepPasswordSchema,
  linkProviderSchema,
  loginSchema,
  proofLinkSchema,
  proveByPasswordSchema,
  registerSchema,
  resetPasswordSchema,
  returnToQuery,
  secondFactorSchema,
  setupSchema,
  unlinkProviderSchema,
} from './schema';
export { passkeyFormSchema, removePasskeySchema, renamePasskeySchema } from './passkeys/passkey-schema';
export { ProofInstead, ProofRequest } from './components/owner-proof';
export type { OwnerProof } from './proof-methods';
export { AccountFrame } from './components/account-frame';
export { AccountPage } from './components/account-page';
export { DeleteAccount } from './components/delete-account';
export { EmailConfirmation } from './components/email-confirmation';
export { ForgotPasswordPage } from './components/forgot-password-page';
export { InvitePage, type Invited } from './components/invite-page';
export { LoginPage, type SignInStep } from './components/login-page';
export { RegisterPage } from './components/register-page';
export { SecondFactorPage } from './components/second-factor-page';
export { ResetPasswordPage } from './components/reset-password-page';
export { SetupPage } from './components/setup-page';
export { UnsavedGuard } from './components/unsaved-guard';
