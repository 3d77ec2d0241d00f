export { SignInFailure, type SignInFailureCode } from './failure';
export { GOOGLE_ISSUER, type GoogleSettings } from './google-strategy.server';
export type { ExternalIdentity } from './identity.server';
export {
  createPendingSignIns,
  startRequest,
  type PendingSignIn,
  type PendingSignIns,
} from './pending-sign-in.server';
export { createSignInProviders, type SignInProvider, type SignInProviderSettings } from './providers.server';
