export { GoogleFailure, type GoogleFailureCode } from './failure';
export { createGoogle, GOOGLE_CALLBACK_PATH, type Google, type Journey } from './google.server';
export type { GoogleProfile, GoogleSettings } from './strategy.server';
