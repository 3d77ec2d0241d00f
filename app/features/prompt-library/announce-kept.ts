import { showToast } from '~/ui/overlay/toast';
import type { KeptPrompt } from '~/features/prompts/index.server';

/** Says what became of it: a warning where others don't see the prompt yet. */
export function announceKept({ isFlagged, message }: KeptPrompt, done: string): void {
  const isHeld = isFlagged && message !== '';
  showToast(isHeld ? 'warning' : 'success', message || done, isHeld ? { durationMs: 8000 } : {});
}
