import { personalKey, readStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { storedPrompts } from './prompt-draft';
import { recoverExpiredTurn, turnSchema, type Turn } from './turns';

const MAX_KEPT_TURNS = 100;

const turnsKey = (userId: string) => personalKey(userId, 'ai-turns');
/** The stored turns, for the user who has signed in since. */
export function loadTurns(userId: string): Turn[] {
  const drafts = storedPrompts(userId);
  return readTurns(userId).flatMap((turn) => recoverExpiredTurn(turn, drafts));
}

export const readTurns = (userId: string): Turn[] => readStored(turnsKey(userId), z.array(turnSchema)) ?? [];

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
  return [{ ...turn, redactions: undefined, text: '', thinking: undefined, request }];
}
