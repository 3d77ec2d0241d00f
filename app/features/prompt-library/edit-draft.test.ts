import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../../../tests/support/memory-storage';
import { savePromptSchema, type SavedPrompt } from '~/features/prompts/index.server';
import { openDraft } from '~/core/browser/draft-storage';
import {
  editDraftOf,
  editOf,
  explainTags,
  fieldsOf,
  loadDraft,
  toDraft,
  type EditFields,
} from './edit-draft';
import { draftKeyOf } from './use-unsaved-edit';

beforeEach(() => vi.stubGlobal('localStorage', new MemoryStorage()));
afterEach(() => {
  vi.unstubAllGlobals();
});

const PROMPT = {
  id: 'moss',
  userId: 'ada',
  title: 'Moss',
  content: 'Describe moss.',
  description: '',
  tags: ['green'],
  folder: 'Garden',
  isPublic: false,
  moderationState: 'clear',
  version: 1,
} as SavedPrompt;
/** As another tab left it: neither is part of a version. */
const MOVED: SavedPrompt = { ...PROMPT, tags: ['green', 'wet'], folder: 'Shore' };

const keepDraft = (prompt: SavedPrompt, typed: EditFields) =>
  openDraft(draftKeyOf(prompt), editDraftOf(prompt)).write(toDraft(prompt, typed));

/** The request of a save after a reload that found the prompt in this state. */
const editAfterReload = (prompt: SavedPrompt) =>
  editOf({ ...fieldsOf(prompt), ...loadDraft(prompt)?.fields }, prompt);

describe('an edit that was kept through a reload', () => {
  it('leaves the folder and the tags as another tab has set them', () => {
    keepDraft(PROMPT, { ...fieldsOf(PROMPT), content: 'Describe two mosses.' });
    const edit = editAfterReload(MOVED);
    expect(edit.content).toBe('Describe two mosses.');
    expect(edit).not.toHaveProperty('folder');
    expect(edit).not.toHaveProperty('tags');
  });

  it('sends those that were typed here', () => {
    keepDraft(PROMPT, { ...fieldsOf(PROMPT), folder: '', tags: 'green, dry' });
    expect(editAfterReload(MOVED)).toMatchObject({ folder: '', tags: ['green', 'dry'] });
  });
});

it.each([
  ['a'.repeat(51), 'A tag can have up to 50 characters.'],
  [Array.from({ length: 21 }, String).join(), 'A prompt can have up to 20 tags.'],
  ['#moss,, wet ', undefined],
])('the field says of %s what a save would say', (typed, complaint) => {
  expect(explainTags(typed)).toBe(complaint);
  const { tags } = editOf({ ...fieldsOf(PROMPT), tags: typed }, PROMPT);
  const { error } = savePromptSchema.safeParse({ ...PROMPT, tags });
  expect(error?.issues.map(({ message }) => message)).toEqual(complaint && [complaint]);
});
