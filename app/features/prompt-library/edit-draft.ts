import { splitList } from '@promptwell/text/split-list';
import { z } from '~/core/browser/browser-zod';
import { openDraft, type DraftKind } from '~/core/browser/draft-storage';
import { MAX_TAG_CHARACTERS, MAX_TAGS, TAG_TOO_LONG, TOO_MANY_TAGS } from '~/features/prompts';
import type { SavedPrompt } from '~/features/prompts/index.server';
import type { PromptEdit } from './prompt-calls';
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

/** Fields of the edit dialog as typed. */
export type EditFields = z.output<typeof fieldsSchema>;

const draftSchema = z.object({
  version: z.number(),
  fields: z.extend(fieldsSchema, {
    tags: z.exactOptional(z.string()),
    folder: z.exactOptional(z.string()),
    isPublic: z.exactOptional(z.boolean()),
  }),
});
/** Typed fields and the version they are based on. */
export type EditDraft = z.output<typeof draftSchema>;

/** Where discarded edits of a prompt are kept. */
export const discardedAt = ({ id }: Edited): string => `prompt-edit:${id}`;

export const editDraftOf = (prompt: Edited): DraftKind<EditDraft> => ({
  schema: draftSchema,
  discardedAs: ({ fields }) => {
    const { content, title, description, note, tags, folder } = fields;
    const changed = { ...(tags !== undefined && { tags }), ...(folder !== undefined && { folder }) };
    return { place: discardedAt(prompt), fields: { content, title, description, note, ...changed } };
  },
});

/** The stored draft; undefined if there is none or it has another shape. */
export const loadDraft = (prompt: Edited): EditDraft | undefined =>
  openDraft(draftKeyOf(prompt), editDraftOf(prompt)).read();

/** The draft of what was typed, based on a version. */
export const toDraft = (base: SavedPrompt, typed: EditFields): EditDraft => ({
  version: base.version,
  fields: changesOf(typed, base),
});

export const fieldsOf = (prompt: SavedPrompt): EditFields => ({
  title: prompt.title,
  content: prompt.content,
  description: prompt.description,
  tags: prompt.tags.join(', '),
  folder: prompt.folder,
  note: '',
  // The author's choice: a prompt under review becomes public once approved.
  isPublic: prompt.isPublic || prompt.moderationState === 'review',
});

/** The typed fields. Unversioned fields are included only if changed here, since they may have changed elsewhere. */
function changesOf(typed: EditFields, base: SavedPrompt) {
  const { tags, folder, isPublic, ...versioned } = typed;
  const before = fieldsOf(base);
  return {
    ...versioned,
    ...(tags === before.tags ? {} : { tags }),
    ...(folder === before.folder ? {} : { folder }),
    ...(isPublic === before.isPublic ? {} : { isPublic }),
  };
}

/** The request body of a save. */
export function editOf(typed: EditFields, base: SavedPrompt): PromptEdit & { note: string } {
  const { tags, ...edit } = changesOf(typed, base);
  return { ...edit, ...(tags === undefined ? {} : { tags: splitTags(tags) }) };
}

/** Applies edits made to one version on top of a later one. */
export function rebased(typed: EditFields, base: SavedPrompt, saved: SavedPrompt): EditFields {
  const [before, now] = [fieldsOf(base), fieldsOf(saved)];
  const pick = <Name extends keyof EditFields>(name: Name): EditFields[Name] =>
    typed[name] === before[name] ? now[name] : typed[name];
  return { ...typed, tags: pick('tags'), folder: pick('folder'), isPublic: pick('isPublic') };
}

const splitTags = (text: string): string[] =>
  splitList(text)
    .map((tag) => tag.replace(/^[#＃]/, ''))
    .filter((tag) => tag !== '');

/** Validation message for the tags; undefined if they are valid. */
export function explainTags(text: string): string | undefined {
  const tags = splitTags(text);
  if (tags.some((tag) => tag.length > MAX_TAG_CHARACTERS)) return TAG_TOO_LONG;
  return tags.length > MAX_TAGS ? TOO_MANY_TAGS : undefined;
}
