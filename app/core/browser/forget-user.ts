import { forgetLowBalanceDismissal } from '../shared/low-balance-dismissal';
import { forgetPersonalData } from './browser-storage';

/** Playground settings that are stored per browser, not per account. */
const AI_SETTINGS = ['ai_provider', 'ai_model', 'ai_defaultMaxTokens', 'ai_chatMode'] as const;

/** Call at sign-in, so that no account starts with the settings of another. */
export function forgetAiSettings(): void {
  for (const key of AI_SETTINGS) localStorage.removeItem(key);
  forgetLowBalanceDismissal();
}

/** Call at sign-out before the request is sent, so that it works even if the server is unreachable. */
export function forgetUser(): void {
  forgetAiSettings();
  sessionStorage.removeItem('ai_unsaved');
  forgetPersonalData();
}
