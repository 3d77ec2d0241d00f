import { showToast } from '~/ui/overlay/toast';
import { askReview, sendEdit, type Outcome, type PromptEdit } from './prompt-calls';
import type { KeptPrompt, SavedPrompt } from '~/features/prompts/index.server';

const PROFANITY_MESSAGE =
  'Your prompt appears to contain disallowed language. It has been sent for review and remains private.';

/**
 * Publishes a prompt with what was edited. Disallowed language is noticed here already: then the edit is kept private
 * and a moderator is asked. The server checks the same again.
 */
export async function publishPrompt(
  prompt: SavedPrompt,
  edit: PromptEdit & { note?: string },
): Promise<Outcome<KeptPrompt>> {
  const { isProfane } = await import('~/core/shared/profanity');
  if (!isProfane({ ...prompt, ...edit })) return sendEdit(prompt, { ...edit, isPublic: true });
  const kept = await sendEdit(prompt, { ...edit, isPublic: false });
  if (!kept.ok) return kept;
  const asked = await askReview(prompt.id, 'The language check refused to publish this prompt.');
  return asked.ok ? { ok: true, answer: { ...asked.answer, message: PROFANITY_MESSAGE } } : asked;
}

/** Says what became of it: a warning where others don't see the prompt yet. */
export function announceKept({ isFlagged, message }: KeptPrompt, done: string): void {
  const isHeld = isFlagged && message !== '';
  showToast(isHeld ? 'warning' : 'success', message || done, isHeld ? { durationMs: 8000 } : {});
}
