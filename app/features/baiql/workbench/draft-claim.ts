import { personalKey } from '~/core/browser/browser-storage';
import { claimPlace, newPlace, rememberPlace, type TabPlace } from '~/core/browser/tab-place';
import { unsavedDrafts } from './local-copy';

/** The place of a script that was never saved: its local copy, and the key of its first save. */
export type Draft = TabPlace;

const ownKey = (userId: string): string => personalKey(userId, 'baiql-draft');

export const claimDraft = (userId: string): Promise<Draft> =>
  claimPlace(ownKey(userId), unsavedDrafts(userId));

export const newDraft = (userId: string): Draft => newPlace(ownKey(userId));

export const rememberDraft = (userId: string, draft: Draft): void => rememberPlace(ownKey(userId), draft);
