import { useCallback, useRef } from 'react';
import type { Attachment, SentAttachment } from './attachment';
import { allStored, storeInTurn } from './kept-files-queue';

/** Pictures take megabytes each; a multi-send has four requests. */
const MAX_REMEMBERED = 8;
/** Of the files of one request. Those of a larger one are gone after a reload, and the person is told which. */
const MAX_KEPT_BYTES = 60 * 1024 * 1024;

/** The files as they stood in their row, and what was sent of them. */
export interface SentFiles {
  items: readonly Attachment[];
  request: readonly SentAttachment[];
}

/** Files of recent requests, kept for resending (across reloads until the reply arrives). */
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
      await allStored();
      const { loadSent } = await import('./kept-files');
      const kept = await loadSent(userId, key).catch(() => undefined);
      if (kept === undefined) return undefined;
      // This module alone writes them, and a new version that stores another shape keeps them under another name.
      const files = kept as SentFiles;
      sent.current.set(key, files);
      return files;
    },
    [userId],
  );

  /** Keeps what went along with these requests, and forgets the rest. */
  const keep = useCallback(
    (keys: readonly string[]) => {
      if (keys.length === 0 && !wasKept.current) return;
      wasKept.current = true;
      const fitting = new Map([...sent.current].filter(([, { items }]) => bytesOf(items) <= MAX_KEPT_BYTES));
      storeInTurn(({ keepSent }) => keepSent(userId, keys, fitting));
    },
    [userId],
  );

  return { remember, find, keep };
}

const bytesOf = (items: readonly Attachment[]): number => items.reduce((sum, { file }) => sum + file.size, 0);
