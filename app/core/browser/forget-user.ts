import { forgetLowBalanceDismissal } from '../shared/low-balance-dismissal';
import { forgetPersonalData } from './browser-storage';

/** The settings of the AI page that a browser remembers for whoever uses it. */
const AI_SETTINGS = ['ai_provider', 'ai_model', 'ai_defaultMaxTokens', 'ai_chatMode'] as const;

/** At sign-in: nobody starts with the choices of whoever was here before. */
export function forgetAiSettings(): void {
  for (const key of AI_SETTINGS) localStorage.removeItem(key);
  forgetLowBalanceDismissal();
}

/** At sign-out, before the server is asked, so that it holds even if the server cannot be reached. */
export function forgetUser(): void {
  forgetAiSettings();
  sessionStorage.removeItem('ai_unsaved');
  forgetPersonalData();
}
