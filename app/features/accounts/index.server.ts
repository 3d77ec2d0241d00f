export { createAccounts } from './accounts.server';
export type { Accounts, Visitor } from './deps.server';
export { createSessions } from './sessions.server';
export {
  ensureFirstAdministrator,
  isSetupOpen,
  setUpFirstAdministrator,
  type FirstAdministrator,
} from './first-administrator.server';
export { registerUser } from './register-user.server';
export { confirmEmail } from './confirm-email.server';
export { resendConfirmation } from './resend-confirmation.server';
export { signIn } from './sign-in.server';
export { signOut } from './sign-out.server';
export { requestPasswordReset } from './request-password-reset.server';
export { resetPassword } from './reset-password.server';
export { getUserInfo } from './get-user-info.server';
export { sweepAccounts } from './sweep-accounts.server';
export { visitorOf } from './visitor.server';
export { browserHeaders, knownBrowserCookie, signedOutHeaders } from './browser-headers.server';
export { landingAfterSignIn } from './landing-after-sign-in.server';
export { pickGreeting } from './greeting';
export { submitForm } from './submit-form.server';
export { INVALID_CONFIRMATION_LINK } from './confirm-email.server';
export { INVALID_RESET_LINK } from './reset-password.server';
export { INVALID_SETUP_LINK } from './first-administrator.server';
export { changePassword } from './change-password.server';
export { deleteAccount, whyNotDelete } from './delete-account.server';
export { endOtherSessions, endSession } from './end-session.server';
export { exportData } from './export-data.server';
export { listSessions, type ListedSession } from './list-sessions.server';
export { actOnAccount } from './act-on-account.server';
export { readAccountPage } from './read-account-page.server';
export { finishGoogleSignIn, startGoogleSignIn } from './google-sign-in.server';
export { readGoogleReturn } from './google-return.server';
export { signInOnPage } from './sign-in-page.server';
export { makeTestDrives, type MadeTestDrives, type TestDrive } from './make-test-drives.server';
