export { FAILURES } from './failures';
export { keepForm } from './keep-form';
export { landingFor } from './landing';
export { safeReturnTo, withReturnTo } from './return-to';
export {
  confirmEmailSchema,
  emailOnlySchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  setupSchema,
} from './schema';
export { describeUser, type UserInfo } from './user-info';
export { AccountFrame } from './components/account-frame';
export { CheckYourEmail } from './components/check-your-email';
export { EmailConfirmation } from './components/email-confirmation';
export { ForgotPasswordForm } from './components/forgot-password-form';
export { LoginForm, ResendForm } from './components/login-form';
export { RegisterForm } from './components/register-form';
export { ResetPasswordForm } from './components/reset-password-form';
export { SetupForm } from './components/setup-form';
export { SignedIn } from './components/signed-in';
export { AccountPage } from './components/account-page';
export { GoogleButton } from './components/google-button';
