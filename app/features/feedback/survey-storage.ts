import { personalKey, tryToStore } from '~/core/browser/browser-storage';
import type { DraftKind } from '~/core/browser/draft-storage';
import { z } from '~/core/shared/zod';
import { QUESTION_KEYS } from './schema';

/**
 * Survey state in the browser: that it is open, permanently; that it was sent, per tab; and the answers, until they are
 * sent or the user logs out.
 */
const SUBMITTED = 'feedbackSubmitted';
const unlockedKey = (userId: string): string => `feedbackUnlocked:${userId}`;

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null; // storage is disabled
  }
}

export const isKnownUnlocked = (userId: string): boolean =>
  read(() => localStorage, unlockedKey(userId)) === 'true';
export const rememberUnlocked = (userId: string): boolean => tryToStore(unlockedKey(userId), 'true');

/** Includes the user, because another one may log in in this tab. */
export const hasSubmitted = (userId: string): boolean => read(() => sessionStorage, SUBMITTED) === userId;
export function rememberSubmitted(userId: string): void {
  try {
    sessionStorage.setItem(SUBMITTED, userId);
  } catch {
    // still set until the page is left
  }
}

const surveyDraftSchema = z.object({
  answers: z.partialRecord(z.enum(QUESTION_KEYS), z.number()),
  comment: z.string(),
});
export type SurveyDraft = z.output<typeof surveyDraftSchema>;

/** Where cleared comments are kept. */
export const SURVEY = 'survey';

export const surveyDraftKey = (userId: string): string => personalKey(userId, 'survey');

export const SURVEY_DRAFT: DraftKind<SurveyDraft> = {
  schema: surveyDraftSchema,
  discardedAs: ({ comment }) => ({ place: SURVEY, fields: { comment } }),
};
