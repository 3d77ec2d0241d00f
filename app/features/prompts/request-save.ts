import { z } from '~/core/browser/browser-zod';
import { callApi, ApiError } from '~/core/browser/call-api';
import { formatCount } from '~/ui/format-count';
import { keptPromptSchema } from './answers';
import { MAX_CONTENT_CHARACTERS } from './limits';
import type { SavePrompt } from './schema';

/** The prompt is saved, so an unreadable response must not report a failure. */
const outcomeSchema = z.pick(keptPromptSchema, { isPublic: true, message: true });

/** The outcome, as shown to the user. */
export interface SaveOutcome {
  kind: 'success' | 'warning' | 'error';
  message: string;
  isKept: boolean;
}

const warn = (message: string): SaveOutcome => ({ kind: 'warning', message, isKept: false });

const TOO_LONG = `A saved prompt can have up to ${formatCount(MAX_CONTENT_CHARACTERS)} characters.`;
const FAILED: SaveOutcome = {
  kind: 'error',
  message: 'Failed to save prompt. Please try again.',
  isKept: false,
};

/** Saves a prompt, idempotent by key. Never throws: every outcome has a message. */
export async function requestSave(
  prompt: Partial<SavePrompt>,
  { key, origin = '' }: { key: string; origin?: string },
): Promise<SaveOutcome> {
  if (!prompt.content?.trim()) return warn('No prompt to save!');
  if (prompt.content.length > MAX_CONTENT_CHARACTERS) return warn(TOO_LONG);
  try {
    const request = { body: prompt, headers: { 'X-Idempotency-Key': key } };
    return describeSaved(await callApi(`${origin}/api/savedprompts`, outcomeSchema, request));
  } catch (error) {
    if (!(error instanceof ApiError)) return FAILED;
    if (error.status === 401) return warn('Please log in to save prompts');
    if (error.code === 'free_saved_limit')
      return warn(error.serverMessage ?? 'Free plan limit reached: up to 12 saved prompts.');
    // A retry would not help.
    if (error.code === 'too_many_prompts' && error.serverMessage) return warn(error.serverMessage);
    return FAILED;
  }
}

/** A prompt that should be public but isn't yet has a message that says so. */
function describeSaved({ isPublic, message }: z.output<typeof outcomeSchema>): SaveOutcome {
  if (message !== '') return { kind: 'warning', message, isKept: true };
  return { kind: 'success', message: isPublic ? 'Prompt saved. It’s public.' : 'Prompt saved', isKept: true };
}
