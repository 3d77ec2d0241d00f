import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../../../tests/support/memory-storage';
import { EMPTY_GENERATOR } from './engine/generator-state';
import { claimSlot, openGeneratorDraft, readOpenedPrompt, toDraft } from './generator-draft';
import { pasteIntoPlayground, takePastedPrompt } from '~/core/browser/pasted-prompt';
import { toSavedPrompt, toGeneratedPrompt } from './record';

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const template = (id: number, name: string) => ({
  id,
  name,
  categoryId: 1,
  sortOrder: 10,
  templateText: name,
});
const STATE = {
  ...EMPTY_GENERATOR,
  categoryId: 1,
  styles: [template(2, 'Patient')],
  outcomes: [template(3, 'Lesson plan')],
  styleId: 2,
  outcomeId: 3,
  topic: 'photosynthesis',
  details: 'leaves',
  prompt: 'Mine',
  isManuallyEdited: true,
};

const loadDraft = (userId: string, slot: string) => openGeneratorDraft(userId, slot).read();

describe('the work that a browser keeps', () => {
  it('comes back for the same person and tab only, without the templates', () => {
    openGeneratorDraft('ada', 'tab').write(toDraft(STATE));
    expect(loadDraft('ada', 'tab')).toMatchObject({
      categoryId: 1,
      styleId: 2,
      topic: 'photosynthesis',
      prompt: 'Mine',
    });
    expect(loadDraft('ada', 'tab')).not.toHaveProperty('styles');
    expect(loadDraft('grace', 'tab')).toBeUndefined();
    expect(loadDraft('ada', 'another tab')).toBeUndefined();
  });

  it('goes when there is nothing to keep', () => {
    const draft = openGeneratorDraft('ada', 'tab');
    draft.write(toDraft(STATE));
    draft.write(toDraft(EMPTY_GENERATOR));
    expect(loadDraft('ada', 'tab')).toBeUndefined();
  });

  it('has no place where the browser forbids to keep anything, and that hinders nobody', async () => {
    vi.stubGlobal('localStorage', undefined);
    expect(await claimSlot('ada')).toBeUndefined();
  });

  it('of an earlier version is found, in the slot of a tab or without one', async () => {
    const kept = JSON.stringify({ ...toDraft(STATE), keptAtMs: 1 });
    localStorage.setItem('promptwell:ada:generator:tab', kept);
    expect(loadDraft('ada', 'tab')).toMatchObject({ prompt: 'Mine' });
    localStorage.setItem('promptwell:grace:generator', kept);
    vi.stubGlobal('performance', { getEntriesByType: () => [] });
    const request = (_name: string, _options: object, use: (lock: object) => unknown) => {
      use({});
      return Promise.resolve();
    };
    vi.stubGlobal('navigator', { locks: { request } });
    expect(loadDraft('grace', (await claimSlot('grace')) ?? '')).toMatchObject({ prompt: 'Mine' });
  });

  it('is left alone when it has another shape', () => {
    localStorage.setItem('promptwell:ada:generator:tab', '{"language":"Klingon"}');
    expect(loadDraft('ada', 'tab')).toBeUndefined();
    localStorage.setItem('promptwell:ada:generator:tab', '{');
    expect(loadDraft('ada', 'tab')).toBeUndefined();
  });
});

describe('a saved prompt in the state of a navigation', () => {
  it('fills what the generator needs', () => {
    const savedPrompt = {
      id: 'a-saved-prompt',
      content: 'Mine',
      categoryId: 1,
      styleTemplateId: 2,
      topicId: null,
      topicName: 'rain',
    };
    expect(readOpenedPrompt({ savedPrompt })).toEqual({
      categoryId: 1,
      styleId: 2,
      outcomeId: null,
      topic: 'rain',
      topicId: null,
      prompt: 'Mine',
      savedPromptId: 'a-saved-prompt',
    });
  });

  it('may be absent, and is refused when it is none', () => {
    expect([readOpenedPrompt(null), readOpenedPrompt({ other: 1 })]).toEqual([undefined, undefined]);
    expect(() => readOpenedPrompt({ savedPrompt: { categoryId: 'x' } })).toThrow();
  });
});

it('a prompt for the playground is taken once', () => {
  pasteIntoPlayground('Mine', 'a-saved-prompt');
  expect(sessionStorage.getItem('ai_paste_prompt')).toBe('Mine');
  expect([takePastedPrompt(), takePastedPrompt()]).toEqual([
    { prompt: 'Mine', savedPromptId: 'a-saved-prompt' },
    undefined,
  ]);
  pasteIntoPlayground('Another');
  expect(takePastedPrompt()).toEqual({ prompt: 'Another', savedPromptId: undefined });
});

it('what a prompt was built from names a topic of the content by its id, and one’s own by its text', () => {
  expect(toGeneratedPrompt(STATE)).toEqual({
    categoryId: 1,
    styleTemplateId: 2,
    outcomeTemplateId: 3,
    aiModelId: 0,
    userTopic: 'photosynthesis',
    userDetails: 'leaves',
    rawTopic: 'photosynthesis',
    rawSubtopic: 'leaves',
    topicId: null,
    subtopicId: null,
  });
  expect(toGeneratedPrompt({ ...STATE, topicId: 7, subtopicId: 8 })).toMatchObject({
    rawTopic: '',
    rawSubtopic: '',
  });
  expect(toSavedPrompt(STATE)).toMatchObject({ title: 'Photosynthesis: Lesson plan', content: 'Mine' });
  const long = toSavedPrompt({ ...STATE, topic: 'x'.repeat(5000) });
  expect([long.title?.length, long.rawTopic?.length]).toEqual([160, 2000]);
});
