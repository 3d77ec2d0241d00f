import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../../../tests/support/memory-storage';
import { forgetPersonalData, personalKey } from './browser-storage';
import { discardedAt, forgetDiscarded, forgetOldDiscarded, keepDiscarded, readDiscarded } from './discarded';
import { setPageAccount } from './page-account';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('indexedDB', { deleteDatabase: vi.fn() });
  vi.useFakeTimers();
  setPageAccount('ada', 'ada');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const textsAt = (place: string) => discardedAt(readDiscarded(), place).map(({ fields }) => fields.text);
const discard = (text: string, place = 'scripts') => keepDiscarded(place, { text });

describe('what was discarded', () => {
  it('comes back at its place, the latest first, until it has been restored', () => {
    discard('One');
    discard('Two');
    discard('Elsewhere', 'prompts');
    expect(textsAt('scripts')).toEqual(['Two', 'One']);
    const [latest] = discardedAt(readDiscarded(), 'scripts');
    forgetDiscarded(latest?.id ?? '');
    expect(textsAt('scripts')).toEqual(['One']);
    expect(textsAt('prompts')).toEqual(['Elsewhere']);
  });

  it('is kept once, however often it is discarded, and a blank text is not', () => {
    discard('Same');
    discard('Other');
    discard('Same');
    discard(' \n ');
    expect(textsAt('scripts')).toEqual(['Same', 'Other']);
  });

  it('is there for a day', () => {
    discard('Old');
    vi.advanceTimersByTime(23 * HOUR_MS);
    expect(textsAt('scripts')).toEqual(['Old']);
    vi.advanceTimersByTime(2 * HOUR_MS);
    expect(textsAt('scripts')).toEqual([]);
  });

  it('is removed after a day from the browser, also of an account that does not come back', () => {
    discard('Old');
    setPageAccount('bob', 'bob');
    vi.advanceTimersByTime(25 * HOUR_MS);
    forgetOldDiscarded();
    expect(localStorage.getItem(personalKey('ada', 'discarded'))).toBeNull();
  });

  it('is never seen by another account of the same browser', () => {
    discard('Ada’s secret');
    setPageAccount('bob', 'bob');
    expect(textsAt('scripts')).toEqual([]);
    discard('Bob’s');
    expect(textsAt('scripts')).toEqual(['Bob’s']);
    setPageAccount('ada', 'ada');
    expect(textsAt('scripts')).toEqual(['Ada’s secret']);
  });

  it('is gone after logging out', () => {
    discard('Mine');
    forgetPersonalData();
    expect(textsAt('scripts')).toEqual([]);
  });

  it('never takes more than its share of the browser: the newest stay', () => {
    for (let index = 0; index < 40; index += 1) discard(`${String(index)} ${'x'.repeat(100_000)}`);
    const kept = textsAt('scripts');
    expect(kept.length).toBeLessThanOrEqual(10);
    expect(kept[0]?.startsWith('39 ')).toBe(true);
    expect(readDiscarded()?.length).toBeLessThan(1_100_000);
    for (let index = 0; index < 40; index += 1) discard(`short ${String(index)}`);
    expect(textsAt('scripts')).toHaveLength(20);
  });

  it('makes room for the newest where the browser has little', () => {
    discard('x'.repeat(50_000));
    const store = localStorage.setItem.bind(localStorage);
    vi.spyOn(localStorage, 'setItem').mockImplementation((key, value) => {
      if (value.length > 60_000) throw new DOMException('full', 'QuotaExceededError');
      store(key, value);
    });
    expect(discard('y'.repeat(50_000))).toBe(true);
    expect(textsAt('scripts')).toEqual(['y'.repeat(50_000)]);
    expect(discard('z'.repeat(70_000))).toBe(false);
  });

  it('of another shape, as an earlier version may have left it, is nothing', () => {
    localStorage.setItem(personalKey('ada', 'discarded'), '[{"text":1}]');
    expect(textsAt('scripts')).toEqual([]);
    discard('New');
    expect(textsAt('scripts')).toEqual(['New']);
  });
});
