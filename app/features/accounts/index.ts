export { accountSettingsSchema } from './account-settings';
export { FAILURES } from './failures';
export { withReturnTo } from './landing';
export {
  changeEmailSchema,
  changePasswordSchema,
  confirmEmailSchema,
  emailOnlySchema,
  emptySchema,
  endSessionSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  setupSchema,
} from './schema';
export { AccountFrame } from './components/account-frame';
export { AccountPage } from './components/account-page';
export { DeleteAccount } from './components/delete-account';
export { EmailConfirmation } from './components/email-confirmation';
export { GoogleButton } from './components/google-button';
export { LoginForm } from './components/login-form';
export { ForgotPasswordForm, ResetPasswordForm } from './components/password-forms';
export { NoMailYet } from './components/server-notices';
export { CheckYourEmail, RegisterForm, SetupForm } from './components/register-form';
export { SignedIn } from './components/signed-in';
export { UnsavedGuard } from './components/unsaved-guard';
