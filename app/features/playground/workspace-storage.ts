import { personalKey, readStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { recoverExpiredTurn, turnSchema, type Turn } from './turns';

const MAX_KEPT_TURNS = 100;

const turnsKey = (userId: string) => personalKey(userId, 'ai-turns');
const draftKey = (userId: string, place: string) => personalKey(userId, `ai-draft:${place}`);
const originKey = (userId: string, place: string) => personalKey(userId, `ai-draft-saved-prompt:${place}`);
const latestKey = (userId: string) => personalKey(userId, 'ai-latest-place');

/** Slots with a draft or files, last written first. */
export function storedSlots(userId: string): string[] {
  migrateLegacyDraft(userId);
  const prefixes = ['ai-draft:', 'ai-files:'].map((name) => personalKey(userId, name));
  const places = Object.keys(localStorage).flatMap((key) =>
    prefixes.filter((prefix) => key.startsWith(prefix)).map((prefix) => key.slice(prefix.length)),
  );
  const latest = localStorage.getItem(latestKey(userId));
  return [...new Set(places)].toSorted((one, other) => Number(other === latest) - Number(one === latest));
}

/** Earlier versions of the page had one slot for all tabs. */
function migrateLegacyDraft(userId: string): void {
  for (const name of ['ai-draft', 'ai-draft-saved-prompt', 'ai-files']) {
    const kept = localStorage.getItem(personalKey(userId, name));
    localStorage.removeItem(personalKey(userId, name));
    if (kept !== null) tryToStore(personalKey(userId, `${name}:earlier`), kept);
  }
}

export const loadDraft = (userId: string, place: string): string =>
  localStorage.getItem(draftKey(userId, place)) ?? '';

/** Returns false if storage is full. */
export function saveDraft(userId: string, place: string, draft: string): boolean {
  const key = draftKey(userId, place);
  if (draft !== '' && tryToStore(key, draft)) {
    tryToStore(latestKey(userId), place);
    return true;
  }
  // An older draft must not come back as if it were the latest.
  localStorage.removeItem(key);
  return draft === '';
}

/** The saved prompt the draft is based on. */
export const loadOrigin = (userId: string, place: string): string | undefined =>
  localStorage.getItem(originKey(userId, place)) ?? undefined;

export function saveOrigin(userId: string, place: string, savedPromptId: string | undefined): void {
  if (savedPromptId === undefined) localStorage.removeItem(originKey(userId, place));
  else tryToStore(originKey(userId, place), savedPromptId);
}

/** The stored turns, for the user who has signed in since. */
export function loadTurns(userId: string): Turn[] {
  const drafts = storedSlots(userId).map((place) => loadDraft(userId, place));
  return readTurns(userId).flatMap((turn) => recoverExpiredTurn(turn, drafts));
}

export const readTurns = (userId: string): Turn[] => readStored(turnsKey(userId), z.array(turnSchema)) ?? [];

export const keysOfTurns = (userId: string): string[] => readTurns(userId).map(({ key }) => key);

/** `known`: all turns this tab has had; those no longer in `turns` were removed. Turns of other tabs stay. */
export function saveTurns(userId: string, turns: readonly Turn[], known: ReadonlySet<string>): void {
  const others = readTurns(userId).filter(({ key }) => !known.has(key));
  const all = others.length === 0 ? turns : [...turns, ...others].toSorted((a, b) => b.sentAtMs - a.sentAtMs);
  const storable = all.slice(0, MAX_KEPT_TURNS).flatMap(storableTurn);
  if (storable.length === 0) {
    localStorage.removeItem(turnsKey(userId));
    return;
  }
  // If storage is full, halves the number of turns until they fit, newest first.
  for (let count = storable.length; count > 0; count = Math.floor(count / 2)) {
    if (tryToStore(turnsKey(userId), JSON.stringify(storable.slice(0, count)))) return;
  }
}

/** Of a request with `doNotStore`, only what is needed to find its reply after a reload. */
function storableTurn(turn: Turn): Turn[] {
  if (!turn.request.doNotStoreContent) return [turn];
  const isOver = turn.state === 'done' || turn.state === 'failed';
  if (isOver) return [];
  const request = { ...turn.request, prompt: '', continues: undefined };
  return [{ ...turn, redactions: undefined, text: '', request }];
}
