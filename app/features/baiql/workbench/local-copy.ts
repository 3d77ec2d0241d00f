import { personalKey } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';

/** Unsaved work, as this browser keeps it for one person and one script. */
export interface LocalCopy {
  text: string;
  name: string;
  /** The saved version that it was made from. */
  version: number | null;
}

const localCopySchema = z.object({
  text: z.string(),
  name: z.string(),
  version: z.nullable(z.number()),
});

const keyOf = (userId: string, scriptId: string | null): string =>
  personalKey(userId, `baiql-script:${scriptId ?? 'new'}`);

export function readLocalCopy(userId: string, scriptId: string | null): LocalCopy | null {
  try {
    const text = localStorage.getItem(keyOf(userId, scriptId));
    return text === null ? null : localCopySchema.parse(JSON.parse(text));
  } catch {
    return null; // an older version of the page wrote it in another shape
  }
}

/** False when the browser has no room for it. */
export function writeLocalCopy(userId: string, scriptId: string | null, copy: LocalCopy): boolean {
  try {
    localStorage.setItem(keyOf(userId, scriptId), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

export function removeLocalCopy(userId: string, scriptId: string | null): void {
  localStorage.removeItem(keyOf(userId, scriptId));
}
