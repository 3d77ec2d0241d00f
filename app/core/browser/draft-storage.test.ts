import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { MemoryStorage } from '../../../tests/support/memory-storage';
import { personalKey, removeStored, unstoredValues } from './browser-storage';
import { discardedAt, readDiscarded } from './discarded';
import {
  hasDraft,
  moveStored,
  openDraft,
  readStoredText,
  settleDraft,
  storedDraftIds,
  type DraftKind,
} from './draft-storage';
import { setPageAccount } from './page-account';

const KEY = personalKey('ada', 'note:1');
const OLD_KEY = personalKey('ada', 'old-note');
const NOTE: DraftKind<{ text: string }> = {
  schema: z.object({ text: z.string() }),
  isEmpty: ({ text }) => text === '',
  discardedAs: (note) => ({ place: 'notes', fields: note }),
};
const openNote = () => openDraft(KEY, NOTE);
const textsForRestoring = () => discardedAt(readDiscarded(), 'notes').map(({ fields }) => fields.text);

/** Storage with a maximum number of characters. */
class SmallStorage extends MemoryStorage {
  constructor(room: number) {
    super();
    const { setItem } = this;
    this.setItem = (key, value) => {
      if (value.length > room) throw new DOMException('Full', 'QuotaExceededError');
      setItem(key, value);
    };
  }
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.useFakeTimers({ toFake: ['Date'] });
  setPageAccount('ada', 'ada');
  unstoredValues.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a draft', () => {
  it('is there after a reload, until it is emptied or removed', () => {
    openNote().write({ text: 'Mine' });
    const reloaded = openNote();
    expect(reloaded.read()).toEqual({ text: 'Mine' });
    reloaded.write({ text: '' });
    expect(hasDraft(KEY)).toBe(false);
    reloaded.write({ text: 'Again' });
    reloaded.remove();
    expect(openNote().read()).toBeUndefined();
  });

  it('of an unknown shape is none', () => {
    for (const stored of ['{', '"text"', '{"value":{"text":1},"keptAtMs":1}']) {
      localStorage.setItem(KEY, stored);
      expect(openNote().read()).toBeUndefined();
    }
  });

  it('that a full storage has no room for is reported, and no older one comes back', () => {
    vi.stubGlobal('localStorage', new SmallStorage(100));
    const draft = openNote();
    expect(draft.write({ text: 'Short' })).toBe(true);
    const long = { text: 'Long '.repeat(100) };
    expect(draft.write(long)).toBe(false);
    // Until the page is reloaded, it is there.
    expect(openNote().read()).toEqual(long);
    unstoredValues.clear();
    expect(openNote().read()).toBeUndefined();
    expect(draft.write({ text: 'Short again' })).toBe(true);
    expect(openNote().read()).toEqual({ text: 'Short again' });
  });

  it('is not kept where storage is disabled, and nothing fails', () => {
    vi.stubGlobal('localStorage', undefined);
    const draft = openNote();
    expect(draft.read()).toBeUndefined();
    expect(draft.write({ text: 'Mine' })).toBe(false);
    expect(draft.read()).toEqual({ text: 'Mine' });
    draft.remove();
    expect(draft.read()).toBeUndefined();
  });
});

describe('a draft in two tabs', () => {
  it('keeps the text that the later one replaces', () => {
    const [first, second] = [openNote(), openNote()];
    first.write({ text: 'From the first' });
    second.write({ text: 'From the second' });
    expect(textsForRestoring()).toEqual(['From the first']);
    expect(first.readOther()).toEqual({ text: 'From the second' });
    second.write({ text: 'From the second, longer' });
    expect(textsForRestoring()).toEqual(['From the first']);
  });

  it('survives that the other one saves or empties its own', () => {
    const [first, second] = [openNote(), openNote()];
    first.write({ text: 'Saved soon' });
    second.read();
    second.write({ text: 'Not saved' });
    first.remove();
    expect(openNote().read()).toEqual({ text: 'Not saved' });
    first.write({ text: '' });
    expect(openNote().read()).toEqual({ text: 'Not saved' });
  });

  it('is not replaced by a page that has no room for its own', () => {
    vi.stubGlobal('localStorage', new SmallStorage(100));
    const [first, second] = [openNote(), openNote()];
    first.write({ text: 'Mine' });
    expect(second.write({ text: 'Long '.repeat(100) })).toBe(false);
    unstoredValues.clear();
    expect(openNote().read()).toEqual({ text: 'Mine' });
  });

  it('that another page has only read leaves nothing to restore', () => {
    openNote().write({ text: 'Mine' });
    const reloaded = openNote();
    reloaded.read();
    reloaded.write({ text: 'Mine, longer' });
    expect(textsForRestoring()).toEqual([]);
  });
});

it('a saved draft is removed, but not what was typed during the request', () => {
  openNote().write({ text: 'Sent' });
  settleDraft(KEY, NOTE, { text: 'Sent' });
  expect(hasDraft(KEY)).toBe(false);
  openNote().write({ text: 'Sent, and more' });
  settleDraft(KEY, NOTE, { text: 'Sent' });
  expect(openNote().read()).toEqual({ text: 'Sent, and more' });
});

describe('a draft of an earlier version', () => {
  const ofOldKey: DraftKind<{ text: string }> = {
    ...NOTE,
    legacy: {
      read: () => {
        const text = readStoredText(OLD_KEY);
        return text === undefined ? undefined : { text };
      },
      remove: () => removeStored(OLD_KEY),
    },
  };

  it('is read from the same key without a time', () => {
    localStorage.setItem(KEY, '{"text":"Old"}');
    expect(openNote().read()).toEqual({ text: 'Old' });
  });

  it('is read once from another key', () => {
    localStorage.setItem(OLD_KEY, 'Old');
    expect(openDraft(KEY, ofOldKey).read()).toEqual({ text: 'Old' });
    expect(localStorage.getItem(OLD_KEY)).toBeNull();
    expect(openNote().read()).toEqual({ text: 'Old' });
  });

  it('stays at its key while storage has no room to move it, and goes with the draft', () => {
    vi.stubGlobal('localStorage', new SmallStorage(8));
    localStorage.setItem(OLD_KEY, 'Old');
    const draft = openDraft(KEY, ofOldKey);
    expect(draft.read()).toEqual({ text: 'Old' });
    expect(openDraft(KEY, ofOldKey).read()).toEqual({ text: 'Old' });
    draft.remove();
    expect(localStorage.getItem(OLD_KEY)).toBeNull();
  });

  it('that its page goes on with after it was moved is the latest, and the moved one can be restored', () => {
    localStorage.setItem(OLD_KEY, 'Old');
    openDraft(KEY, ofOldKey).read();
    localStorage.setItem(OLD_KEY, 'Old, longer');
    expect(openDraft(KEY, ofOldKey).read()).toEqual({ text: 'Old, longer' });
    expect(textsForRestoring()).toEqual(['Old']);
  });

  it('without a slot gets one', () => {
    localStorage.setItem(OLD_KEY, '{"text":"Old"}');
    moveStored(OLD_KEY, KEY);
    expect(localStorage.getItem(OLD_KEY)).toBeNull();
    expect(openNote().read()).toEqual({ text: 'Old' });
    moveStored(OLD_KEY, KEY);
    expect(openNote().read()).toEqual({ text: 'Old' });
  });
});

it('drafts are listed for their user, the last written first', () => {
  for (const [user, id, atMs] of [
    ['ada', 'one', 1000],
    ['ada', 'two', 3000],
    ['grace', 'three', 4000],
  ] as const) {
    vi.setSystemTime(atMs);
    openDraft(personalKey(user, `note:${id}`), NOTE).write({ text: id });
  }
  vi.setSystemTime(2000);
  openDraft(personalKey('ada', 'files:one'), NOTE).write({ text: 'its files' });
  expect(storedDraftIds('ada', ['note:', 'files:'])).toEqual(['two', 'one']);
});
