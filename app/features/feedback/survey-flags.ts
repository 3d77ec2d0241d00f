import { personalKey } from '~/core/browser/browser-storage';
import { z } from '~/core/shared/zod';
import { QUESTION_KEYS } from './schema';

/**
 * What the browser remembers of the survey: for good that it is open, in this tab that it was sent, and until then, or
 * until one logs out, the answers so far.
 */
const SUBMITTED = 'feedbackSubmitted';
const unlockedKey = (userId: string): string => `feedbackUnlocked:${userId}`;

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null; // storage is forbidden
  }
}

function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // It holds until the page is left.
  }
}

const local = () => localStorage;
const session = () => sessionStorage;

export const isKnownUnlocked = (userId: string): boolean => read(local, unlockedKey(userId)) === 'true';
export const rememberUnlocked = (userId: string): void => write(local, unlockedKey(userId), 'true');

/** Says who sent it: the next person who logs in in this tab has a survey of their own. */
export const hasSubmitted = (userId: string): boolean => read(session, SUBMITTED) === userId;
export const rememberSubmitted = (userId: string): void => write(session, SUBMITTED, userId);

const begunSchema = z.object({
  answers: z.partialRecord(z.enum(QUESTION_KEYS), z.number()),
  comment: z.string(),
});
export type BegunSurvey = z.output<typeof begunSchema>;

const begunKey = (userId: string): string => personalKey(userId, 'survey');

export function readBegun(userId: string): BegunSurvey | undefined {
  try {
    return begunSchema.safeParse(JSON.parse(read(local, begunKey(userId)) ?? 'null')).data;
  } catch {
    return undefined; // it was not written by this page
  }
}
export const rememberBegun = (userId: string, begun: BegunSurvey): void =>
  write(local, begunKey(userId), JSON.stringify(begun));

export function forgetBegun(userId: string): void {
  try {
    localStorage.removeItem(begunKey(userId));
  } catch {
    // storage is forbidden: nothing was kept
  }
}
