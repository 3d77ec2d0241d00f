import { useCallback, useRef } from 'react';
import type { Attachment, SentAttachment } from './attachment';
import { fileWritesDone, queueFileWrite } from './file-storage-queue';

/** Images take megabytes each; a multi-send has four requests. */
const MAX_REMEMBERED = 8;
/** Limit per request. Files of a larger request are lost on reload; a message names them. */
const MAX_KEPT_BYTES = 60 * 1024 * 1024;

/** The attached files, and what was sent of them. */
export interface SentFiles {
  items: readonly Attachment[];
  request: readonly SentAttachment[];
}

/** Keeps files of recent requests for resending, across reloads until the completion arrives. */
export function useSentFiles(userId: string) {
  const sent = useRef(new Map<string, SentFiles>());
  const wasKept = useRef(false);

  const remember = useCallback((key: string, files: SentFiles) => {
    if (files.request.length === 0 || sent.current.has(key)) return;
    sent.current.set(key, files);
    const [oldest] = sent.current.keys();
    if (sent.current.size > MAX_REMEMBERED && oldest !== undefined) sent.current.delete(oldest);
  }, []);

  const find = useCallback(
    async (key: string): Promise<SentFiles | undefined> => {
      const remembered = sent.current.get(key);
      if (remembered) return remembered;
      await fileWritesDone();
      const { loadSent } = await import('./file-storage');
      const kept = await loadSent(userId, key).catch(() => undefined);
      if (kept === undefined) return undefined;
      // Only this module writes these; a new shape would get a new name.
      const files = kept as SentFiles;
      sent.current.set(key, files);
      return files;
    },
    [userId],
  );

  /** Stores the files of these requests and forgets the others. */
  const keep = useCallback(
    (keys: readonly string[]) => {
      if (keys.length === 0 && !wasKept.current) return;
      wasKept.current = true;
      const fitting = new Map([...sent.current].filter(([, { items }]) => bytesOf(items) <= MAX_KEPT_BYTES));
      queueFileWrite(({ storeSent }) => storeSent(userId, keys, fitting));
    },
    [userId],
  );

  return { remember, find, keep };
}

const bytesOf = (items: readonly Attachment[]): number => items.reduce((sum, { file }) => sum + file.size, 0);
