export { confirmedEmailSchema, deletedAccountSchema } from './responses';
export {
  authenticatorSetupSchema,
  changePasswordSchema,
  codeSchema,
  confirmEmailSchema,
  currentPasswordSchema,
  deleteAccountSchema,
  emailOnlySchema,
  loginResponseSchema,
  loginSchema,
  madeTestDrivesSchema,
  makeTestDrivesSchema,
  providerLoginQuery,
  providerParams,
  recoveryCodesSchema,
  registerSchema,
  resetLinkQuery,
  resetPasswordSchema,
  secondFactorSchema,
  secondFactorStatusSchema,
  userInfoSchema,
} from './schema';
export { ACCOUNT_MAILS } from './account-mails.server';
export { readAccountPage, readDeletion } from './account-page.server';
export { createSignInDoor } from './authenticator.server';
export { createBackgroundTasks } from './background-tasks.server';
export { knownBrowserCookie, signedInHeaders, signedOutHeaders, signOut } from './browser-session.server';
export { requestEmailChange } from './change-email.server';
export { changePassword, requestPasswordReset, resetPassword } from './change-password.server';
export {
  choosePasswordPath,
  confirmEmail,
  EMAIL_CONFIRMED,
  isConfirmedBy,
  INVALID_CONFIRMATION_LINK,
} from './confirm-email.server';
export {
  ensureFirstAdministrator,
  hasAdministrator,
  isLastAdministrator,
  isSetupOpen,
  readSetupPage,
  setUpFirstAdministrator,
} from './first-administrator.server';
export {
  invitationListSchema,
  invitationParams,
  invitationSchema,
  invitationsPageQuerySchema,
  invitationsQuerySchema,
  newInvitationSchema,
} from './invitations/schema';
export {
  createInvitation,
  listInvitations,
  mailedMessage,
  readInvitationsPage,
  resendInvitation,
  revokeInvitation,
} from './invitations/manage-invitations.server';
export { readInvitePage } from './invitations/invite-page.server';
export { registerInvitedOnPage } from './invitations/register-invited.server';
export { dropPassword } from './drop-password.server';
export { syncPlanRole } from './plan-role.server';
export { landingAfterSignIn, withReturnTo } from './landing';
export { linkDroppingPassword, linkKeepingPassword } from './link-provider.server';
export { makeTestDrives } from './make-test-drives.server';
export { endOtherSessions, endSession, listSessions } from './user-sessions.server';
export {
  addPasskey,
  listPasskeys,
  passkeyRegistrationOptions,
  readPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys/manage-passkeys.server';
export {
  newPasskeySchema,
  passkeyListSchema,
  passkeyNameSchema,
  passkeyOptionsSchema,
  passkeyParams,
  passkeySchema,
  signInWithPasskeySchema,
} from './passkeys/passkey-schema';
export {
  passkeyProofOptions,
  passkeySignInOptions,
  proveByPasskey,
  signInWithPasskey,
} from './passkeys/use-passkey.server';
export { createPasswords, PASSWORD_ERRORS } from './passwords.server';
export { closeAccount } from './close-account.server';
export { deleteAccount, exportData } from './personal-data.server';
export { ACCOUNT_BODY_BYTES, ACCOUNT_RATE_LIMITS, createKnownBrowsers } from './rate-limits.server';
export { finishProviderSignIn, startProviderSignIn } from './provider-sign-in.server';
export { unlinkProvider } from './provider-on-account.server';
export { giveLastingRole } from './provider-roles.server';
export {
  proveByLink,
  proveByPassword,
  readOwnerProof,
  requestProofLink,
  requireRecentProof,
} from './recent-proof.server';
export { noteUntrustedProxy, signInByProxy, trustedProxy } from './proxy-sign-in.server';
export { registerUser, resendConfirmation } from './register.server';
export { readRequiredRoles, requireSecondFactorOf } from './second-factor/required-roles.server';
export { rememberedBrowserCookie } from './second-factor/remembered-browsers.server';
export { readSecondFactorPage } from './second-factor/second-factor-page.server';
export { resetSecondFactor } from './second-factor/reset.server';
export {
  disableSecondFactor,
  enableSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor/set-up.server';
export { signInWithCode } from './second-factor/sign-in-with-code.server';
export { sweepUserData } from './remove-user-data.server';
export { saveSettings } from './save-settings.server';
export { createSessions } from './sessions.server';
export { sweepAccounts } from './sweep-accounts.server';
export { openSignInPage, welcome } from './sign-in-page.server';
export { signIn, signInOnPage } from './sign-in.server';
export { findUser, getUserInfo } from './users.server';
export type { AccountsDeps, AccountsServices } from './deps.server';
export { createUserRows } from './create-user-rows.server';
