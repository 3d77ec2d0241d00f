import { personalKey, readStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { storedPrompts } from './prompt-draft';
import { recoverExpiredTurn, turnSchema, type Turn } from './turns';

const MAX_KEPT_TURNS = 100;
/** Storing more would block the page. */
const MAX_STORED_CHARACTERS = 1_000_000;
/** A longer reply isn't stored here: after a reload, the server is asked for it. */
const MAX_REPLY_CHARACTERS = 200_000;

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
  const storable = limitCharacters(all.slice(0, MAX_KEPT_TURNS).flatMap(storableTurn));
  if (storable.length === 0) {
    localStorage.removeItem(turnsKey(userId));
    return;
  }
  // If storage is full, halves the number of turns until they fit, newest first.
  for (let count = storable.length; count > 0; count = Math.floor(count / 2)) {
    if (tryToStore(turnsKey(userId), JSON.stringify(storable.slice(0, count)))) return;
  }
}

/** The newest turns that have room together. */
function limitCharacters(turns: readonly Turn[]): Turn[] {
  let characters = 0;
  return turns.filter(({ request, text, thinking }) => {
    characters += request.prompt.length + text.length + (thinking?.text.length ?? 0);
    return characters <= MAX_STORED_CHARACTERS;
  });
}

/** Of a request with `doNotStore`, only what is needed to find its reply after a reload. */
function storableTurn(turn: Turn): Turn[] {
  if (!turn.request.doNotStoreContent) return [withoutLongReply(turn)];
  const isOver = turn.state === 'done' || turn.state === 'failed';
  if (isOver) return [];
  const request = { ...turn.request, prompt: '', continues: undefined };
  return [{ ...turn, redactions: undefined, text: '', thinking: undefined, request }];
}

function withoutLongReply(turn: Turn): Turn {
  const length = turn.text.length + (turn.thinking?.text.length ?? 0);
  if (!turn.hasStarted || length <= MAX_REPLY_CHARACTERS) return turn;
  const state = turn.state === 'done' ? 'lost' : turn.state;
  return { ...turn, state, text: '', thinking: undefined, reply: undefined, answeredAtMs: undefined };
}
