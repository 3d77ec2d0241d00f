import { personalKey, readStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { claimPlace, newPlace, rememberPlace, type TabPlace } from '~/core/browser/tab-place';

/** Unsaved changes of one user's script, kept in this browser. */
export interface LocalCopy {
  text: string;
  name: string;
  /** The saved version it is based on. */
  version: number | null;
}

const localCopySchema = z.object({
  text: z.string(),
  name: z.string(),
  version: z.nullable(z.number()),
  keptAtMs: z._default(z.number(), 0),
});

/** Identifies a local copy: by script, or by draft if never saved. */
export type CopyOf = { scriptId: string } | { draftId: string };

const DRAFT = 'baiql-script:new:';

const keyOf = (userId: string, of: CopyOf): string =>
  personalKey(userId, 'draftId' in of ? DRAFT + of.draftId : `baiql-script:${of.scriptId}`);

export const readLocalCopy = (userId: string, of: CopyOf): LocalCopy | undefined =>
  readStored(keyOf(userId, of), localCopySchema);

/** Returns false if storage is full. */
export function writeLocalCopy(userId: string, of: CopyOf, copy: LocalCopy): boolean {
  if (tryToStore(keyOf(userId, of), JSON.stringify({ ...copy, keptAtMs: Date.now() }))) return true;
  // An older copy must not come back as if it were the latest.
  removeLocalCopy(userId, of);
  return false;
}

export function removeLocalCopy(userId: string, of: CopyOf): void {
  localStorage.removeItem(keyOf(userId, of));
}

/** Drafts with a local copy, last changed first. */
function unsavedDrafts(userId: string): string[] {
  migrateLegacyCopy(userId);
  const prefix = personalKey(userId, DRAFT);
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({
      id: key.slice(prefix.length),
      keptAtMs: readStored(key, localCopySchema)?.keptAtMs ?? 0,
    }))
    .toSorted((one, other) => other.keptAtMs - one.keptAtMs)
    .map(({ id }) => id);
}

/** Earlier versions of the page kept one copy for all tabs. */
function migrateLegacyCopy(userId: string): void {
  const earlier = personalKey(userId, 'baiql-script:new');
  const stored = localStorage.getItem(earlier);
  if (stored === null) return;
  localStorage.setItem(personalKey(userId, `${DRAFT}earlier`), stored);
  localStorage.removeItem(earlier);
}

/** Slot of a script that was never saved: the key of its local copy and of its first save. */
export type Draft = TabPlace;

const placeKey = (userId: string): string => personalKey(userId, 'baiql-draft');

export const claimDraft = (userId: string): Promise<Draft> =>
  claimPlace(placeKey(userId), unsavedDrafts(userId));

export const newDraft = (userId: string): Draft => newPlace(placeKey(userId));

export const rememberDraft = (userId: string, draft: Draft): void => rememberPlace(placeKey(userId), draft);
