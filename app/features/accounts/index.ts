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
  confirmEmailSchema,
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
  setupSchema,
  unlinkProviderSchema,
} from './schema';
export { ProofRequest, ProviderInstead } from './components/owner-proof';
export type { OwnerProof } from './proof-methods';
export { AccountFrame } from './components/account-frame';
export { AccountPage } from './components/account-page';
export { DeleteAccount } from './components/delete-account';
export { EmailConfirmation } from './components/email-confirmation';
export { ForgotPasswordPage } from './components/forgot-password-page';
export { InvitePage, type Invited } from './components/invite-page';
export { LoginPage } from './components/login-page';
export { RegisterPage } from './components/register-page';
export { ResetPasswordPage } from './components/reset-password-page';
export { SetupPage } from './components/setup-page';
export { UnsavedGuard } from './components/unsaved-guard';
