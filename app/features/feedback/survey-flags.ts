/** What the browser remembers of the survey: for good that it is open, and in this tab that it was sent. */
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
    // It is asked for again the next time.
  }
}

const local = () => localStorage;
const session = () => sessionStorage;

export const isKnownUnlocked = (userId: string): boolean => read(local, unlockedKey(userId)) === 'true';
export const rememberUnlocked = (userId: string): void => write(local, unlockedKey(userId), 'true');

/** Says who sent it: the next person who logs in in this tab has a survey of their own. */
export const hasSubmitted = (userId: string): boolean => read(session, SUBMITTED) === userId;
export const rememberSubmitted = (userId: string): void => write(session, SUBMITTED, userId);
