import { z } from '~/core/browser/browser-zod';
import type { SavedPrompt } from '~/features/prompts/index.server';
import { draftKeyOf, type Edited } from './use-unsaved-edit';

const fieldsSchema = z.object({
  title: z.string(),
  content: z.string(),
  description: z.string(),
  tags: z.string(),
  folder: z.string(),
  note: z.string(),
  isPublic: z.boolean(),
});

/** The fields of the edit dialog as they are typed. */
export type EditFields = z.output<typeof fieldsSchema>;

const draftSchema = z.object({ version: z.number(), fields: fieldsSchema });
/** What was typed, and the version of the prompt that it began with. */
export type EditDraft = z.output<typeof draftSchema>;

/** The edit that this browser keeps because it was never saved; undefined when there is none, or of another shape. */
export function loadDraft(prompt: Edited): EditDraft | undefined {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(localStorage.getItem(draftKeyOf(prompt)) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // no storage, or not ours
  }
}

export function keepDraft(prompt: Edited, draft: EditDraft): void {
  try {
    localStorage.setItem(draftKeyOf(prompt), JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden; the text is still in the dialog.
  }
}

export function dropDraft(prompt: Edited): void {
  try {
    localStorage.removeItem(draftKeyOf(prompt));
  } catch {
    // Without storage there is none.
  }
}

export const fieldsOf = (prompt: SavedPrompt): EditFields => ({
  title: prompt.title,
  content: prompt.content,
  description: prompt.description,
  tags: prompt.tags.join(', '),
  folder: prompt.folder,
  note: '',
  isPublic: prompt.isPublic,
});

export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '');
