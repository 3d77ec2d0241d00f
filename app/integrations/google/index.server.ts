export { GoogleFailure } from './failure';
export { createGoogle, type Google, type GoogleSettings, type OAuthFlow } from './google.server';
export type { GoogleProfile } from './profile.server';
