import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../../../tests/support/memory-storage';
import { hasSubmitted, isKnownUnlocked, rememberSubmitted, rememberUnlocked } from './survey-flags';

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('the next test account in the same tab has a survey of its own', () => {
  rememberUnlocked('testdrive-1');
  rememberSubmitted('testdrive-1');
  expect([hasSubmitted('testdrive-1'), isKnownUnlocked('testdrive-1')]).toEqual([true, true]);
  expect([hasSubmitted('testdrive-2'), isKnownUnlocked('testdrive-2')]).toEqual([false, false]);
});
