import { personalKey, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { promptOf, turnSchema, type Turn } from './turns';

const MAX_KEPT_TURNS = 100;

const turnsKey = (userId: string) => personalKey(userId, 'ai-turns');
const draftKey = (userId: string) => personalKey(userId, 'ai-draft');
const originKey = (userId: string) => personalKey(userId, 'ai-draft-saved-prompt');

export const loadDraft = (userId: string): string => localStorage.getItem(draftKey(userId)) ?? '';

/** False where the browser has no room for it. */
export function saveDraft(userId: string, draft: string): boolean {
  if (draft !== '' && tryToStore(draftKey(userId), draft)) return true;
  // An earlier one must not come back as if it were the latest.
  localStorage.removeItem(draftKey(userId));
  return draft === '';
}

/** The saved prompt that the draft was made from. */
export const loadOrigin = (userId: string): string | undefined =>
  localStorage.getItem(originKey(userId)) ?? undefined;

export function saveOrigin(userId: string, savedPromptId: string | undefined): void {
  if (savedPromptId === undefined) localStorage.removeItem(originKey(userId));
  else tryToStore(originKey(userId), savedPromptId);
}

/**
 * What was kept. A request that an expired session refused is not told again: whoever reads this has signed in since, and
 * its prompt is in the box or can be retried.
 */
export function loadTurns(userId: string): Turn[] {
  const draft = loadDraft(userId);
  return readTurns(userId).flatMap((turn) => forgetExpiry(turn, draft));
}

/** Nothing when an older version of the page wrote it in another shape. */
export function readTurns(userId: string): Turn[] {
  try {
    return z.array(turnSchema).parse(JSON.parse(localStorage.getItem(turnsKey(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

export const keysOfTurns = (userId: string): string[] => readTurns(userId).map(({ key }) => key);

function forgetExpiry(turn: Turn, draft: string): Turn[] {
  if (!turn.failure?.isSignedOut) return [turn];
  if (promptOf(turn) === draft) return [];
  return [{ ...turn, failure: { message: 'This prompt was not sent.' } }];
}

/** `known`: all that this tab has had, of which the rest has been removed. What another tab has kept since stays. */
export function saveTurns(userId: string, turns: readonly Turn[], known: ReadonlySet<string>): void {
  const others = readTurns(userId).filter(({ key }) => !known.has(key));
  const all = others.length === 0 ? turns : [...turns, ...others].toSorted((a, b) => b.sentAtMs - a.sentAtMs);
  const kept = all.slice(0, MAX_KEPT_TURNS).flatMap(whatMayBeKept);
  if (kept.length === 0) {
    localStorage.removeItem(turnsKey(userId));
    return;
  }
  // The store of a browser is small; the newest half, or the newest half of that, is better than nothing.
  for (let count = kept.length; count > 0; count = Math.floor(count / 2)) {
    if (tryToStore(turnsKey(userId), JSON.stringify(kept.slice(0, count)))) return;
  }
}

/** Of a send that must not be stored, only what is needed to find its reply after a reload. */
function whatMayBeKept(turn: Turn): Turn[] {
  if (!turn.request.doNotStoreContent) return [turn];
  const isOver = turn.state === 'done' || turn.state === 'failed';
  if (isOver) return [];
  const request = { ...turn.request, prompt: '', continues: undefined };
  return [{ ...turn, redactions: undefined, text: '', request }];
}
