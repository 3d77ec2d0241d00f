import { z } from '~/core/browser/browser-zod';
import type { SavePrompt } from './schema';

const refusalSchema = z.object({ message: z.string(), code: z.optional(z.string()) });

const keptSchema = z.object({ isPublic: z.optional(z.boolean()), message: z.optional(z.string()) });

/** How it ended, as it is said to whoever pressed Save. */
export interface SaveOutcome {
  kind: 'success' | 'warning' | 'error';
  message: string;
}

const FAILED: SaveOutcome = { kind: 'error', message: 'Failed to save prompt. Please try again.' };

/** Asks the server to keep a prompt. Never throws: every end has its sentence. */
export async function requestSave(prompt: Partial<SavePrompt>, origin = ''): Promise<SaveOutcome> {
  if (!prompt.content?.trim()) return { kind: 'warning', message: 'No prompt to save!' };
  const response = await fetch(`${origin}/api/savedprompts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(prompt),
  }).catch(() => undefined);
  if (!response) return FAILED;
  if (response.ok) return describeSaved(keptSchema.safeParse(await response.json().catch(() => ({}))).data);
  if (response.status === 401) return { kind: 'warning', message: 'Please log in to save prompts' };
  const refusal = refusalSchema.safeParse(await response.json().catch(() => undefined));
  if (refusal.data?.code !== 'free_saved_limit') return FAILED;
  const message = refusal.data.message || 'Free plan limit reached: up to 12 saved prompts.';
  return { kind: 'warning', message };
}

/** A prompt that was to be public and isn't yet comes with a sentence that says so. */
function describeSaved(kept: z.output<typeof keptSchema> = {}): SaveOutcome {
  if (kept.message) return { kind: 'warning', message: kept.message };
  return { kind: 'success', message: kept.isPublic ? 'Prompt saved. It’s public.' : 'Prompt saved' };
}
