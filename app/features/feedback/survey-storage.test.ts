import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../../../tests/support/memory-storage';
import {
  clearSurveyDraft,
  hasSubmitted,
  isKnownUnlocked,
  loadSurveyDraft,
  saveSurveyDraft,
  rememberSubmitted,
  rememberUnlocked,
} from './survey-storage';

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('answers are kept for whoever gave them, until they are sent', () => {
  const begun = { answers: { Q1: 7, Q10: 99 }, comment: 'Clear prices.' };
  saveSurveyDraft('testdrive-1', begun);
  expect([loadSurveyDraft('testdrive-1'), loadSurveyDraft('testdrive-2')]).toEqual([begun, undefined]);
  clearSurveyDraft('testdrive-1');
  expect(loadSurveyDraft('testdrive-1')).toBeUndefined();
});

it('what somebody else wrote under that name is no answer', () => {
  localStorage.setItem('promptwell:testdrive-1:survey', '{"answers":{"Q11":1}}');
  expect(loadSurveyDraft('testdrive-1')).toBeUndefined();
  localStorage.setItem('promptwell:testdrive-1:survey', 'not JSON');
  expect(loadSurveyDraft('testdrive-1')).toBeUndefined();
});

it('the next test account in the same tab has a survey of its own', () => {
  rememberUnlocked('testdrive-1');
  rememberSubmitted('testdrive-1');
  expect([hasSubmitted('testdrive-1'), isKnownUnlocked('testdrive-1')]).toEqual([true, true]);
  expect([hasSubmitted('testdrive-2'), isKnownUnlocked('testdrive-2')]).toEqual([false, false]);
});
