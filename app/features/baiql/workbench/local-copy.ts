import { personalKey } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import {
  moveStored,
  openDraft,
  storedDraftIds,
  type DraftKind,
  type StoredDraft,
} from '~/core/browser/draft-storage';
import { claimPlace, newPlace, rememberPlace, type TabPlace } from '~/core/browser/tab-place';

/** Key of discarded scripts. */
export const SCRIPTS = 'scripts';

const localCopySchema = z.object({
  text: z.string(),
  name: z.string(),
  /** The saved version it is based on. */
  version: z.nullable(z.number()),
});

/** Unsaved changes of one user's script, kept in this browser. */
export type LocalCopy = z.output<typeof localCopySchema>;

const LOCAL_COPY: DraftKind<LocalCopy> = {
  schema: localCopySchema,
  discardedAs: ({ text }) => ({ place: SCRIPTS, fields: { Script: text } }),
};

/** Identifies a local copy: by script, or by draft if never saved. */
export type CopyOf = { scriptId: string } | { draftId: string };

const DRAFT = 'baiql-script:new:';

/** The local copies of one user as one page knows them. */
export function createLocalCopies(userId: string): (of: CopyOf) => StoredDraft<LocalCopy> {
  const opened = new Map<string, StoredDraft<LocalCopy>>();
  return (of) => {
    const key = personalKey(userId, 'draftId' in of ? DRAFT + of.draftId : `baiql-script:${of.scriptId}`);
    const copy = opened.get(key) ?? openDraft(key, LOCAL_COPY);
    opened.set(key, copy);
    return copy;
  };
}

/** Slot of a script that was never saved: the key of its local copy and of its first save. */
export type Draft = TabPlace;

const placeKey = (userId: string): string => personalKey(userId, 'baiql-draft');

export const claimDraft = (userId: string): Promise<Draft> =>
  claimPlace(placeKey(userId), unsavedDrafts(userId));

/** Drafts with a local copy, last changed first. Earlier versions of the page kept one copy for all tabs. */
function unsavedDrafts(userId: string): string[] {
  moveStored(personalKey(userId, 'baiql-script:new'), personalKey(userId, `${DRAFT}earlier`));
  return storedDraftIds(userId, [DRAFT]);
}

export const newDraft = (userId: string): Draft => newPlace(placeKey(userId));

export const rememberDraft = (userId: string, draft: Draft): void => rememberPlace(placeKey(userId), draft);
