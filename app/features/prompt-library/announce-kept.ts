import { showToast } from '~/ui/overlay/toast';
import type { KeptPrompt } from '~/features/prompts/index.server';

/** Shows the outcome; a warning if the prompt isn't public yet. */
export function announceKept({ isFlagged, message }: KeptPrompt, done: string): void {
  const isHeld = isFlagged && message !== '';
  showToast(isHeld ? 'warning' : 'success', message || done, isHeld ? { durationMs: 8000 } : {});
}
