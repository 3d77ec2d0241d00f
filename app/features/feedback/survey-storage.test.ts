import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../../../tests/support/memory-storage';
import { openDraft } from '~/core/browser/draft-storage';
import {
  hasSubmitted,
  isKnownUnlocked,
  rememberSubmitted,
  rememberUnlocked,
  SURVEY_DRAFT,
  surveyDraftKey,
} from './survey-storage';

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const draftOf = (userId: string) => openDraft(surveyDraftKey(userId), SURVEY_DRAFT);

it('answers are kept for whoever gave them, until they are sent', () => {
  const begun = { answers: { Q1: 7, Q10: 99 }, comment: 'Clear prices.' };
  const draft = draftOf('testdrive-1');
  draft.write(begun);
  expect([draftOf('testdrive-1').read(), draftOf('testdrive-2').read()]).toEqual([begun, undefined]);
  draft.remove();
  expect(draftOf('testdrive-1').read()).toBeUndefined();
});

it('what somebody else wrote under that name is no answer', () => {
  localStorage.setItem('promptwell:testdrive-1:survey', '{"answers":{"Q11":1}}');
  expect(draftOf('testdrive-1').read()).toBeUndefined();
  localStorage.setItem('promptwell:testdrive-1:survey', 'not JSON');
  expect(draftOf('testdrive-1').read()).toBeUndefined();
});

it('answers that an earlier version kept are still there', () => {
  localStorage.setItem('promptwell:testdrive-1:survey', '{"answers":{"Q1":7},"comment":"Mine"}');
  expect(draftOf('testdrive-1').read()).toEqual({ answers: { Q1: 7 }, comment: 'Mine' });
});

it('the next test account in the same tab has a survey of its own', () => {
  rememberUnlocked('testdrive-1');
  rememberSubmitted('testdrive-1');
  expect([hasSubmitted('testdrive-1'), isKnownUnlocked('testdrive-1')]).toEqual([true, true]);
  expect([hasSubmitted('testdrive-2'), isKnownUnlocked('testdrive-2')]).toEqual([false, false]);
});
