export { GoogleFailure } from './failure';
export {
  createGoogle,
  GOOGLE_CALLBACK_PATH,
  type Google,
  type GoogleSettings,
  type Journey,
} from './google.server';
export type { GoogleProfile } from './profile.server';
