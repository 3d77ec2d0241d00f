import { useEffect, useRef, useState } from 'react';
import { personalKey, readStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import type { Attachment } from './attachment';
import { queueFileWrite } from './file-storage-queue';

/** Limit for all files together. Files beyond it have to be attached again after a reload; a message names them. */
const MAX_KEPT_BYTES = 60 * 1024 * 1024;

const pagesSchema = z.object({ from: z.number(), to: z.number() });
const keptSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    isKept: z.boolean(),
    include: z.boolean(),
    useExtract: z.boolean(),
    useVision: z.boolean(),
    ocrUsed: z.boolean(),
    pages: z.optional(pagesSchema),
    hasTranscript: z.optional(z.boolean()),
  }),
);
type StoredSettings = z.output<typeof keptSchema>[number];

export interface StoredAttachment {
  file: File;
  settings: StoredSettings;
  /** The transcript of a recording, which was paid for. */
  transcript?: string | undefined;
}

const filesKey = (userId: string, place: string): string => personalKey(userId, `ai-files:${place}`);

/** Stores the files of the next request. Restores them once after a reload, with the names of missing ones. */
export function useStoredFiles(
  userId: string,
  place: string | undefined,
  items: readonly Attachment[],
  onRestored: (kept: readonly StoredAttachment[], lost: readonly string[]) => void,
): void {
  const [isRestored, setIsRestored] = useState(false);
  const latest = useRef({ items, onRestored });
  latest.current = { items, onRestored };
  useEffect(() => {
    if (place === undefined) return;
    const settings = loadSettings(filesKey(userId, place));
    if (settings.length === 0) {
      setIsRestored(true);
      return;
    }
    let isMounted = true;
    void import('./file-storage')
      .then(({ loadFiles }) => loadFiles(userId, storedIds(settings)))
      .catch(() => new Map<string, File>())
      .then(async (files) => {
        const found = settings.map(async (each): Promise<StoredAttachment[]> => {
          const file = files.get(each.id);
          const transcript = await files.get(transcriptOf(each.id))?.text();
          return file ? [{ file, settings: each, transcript }] : [];
        });
        const kept = (await Promise.all(found)).flat();
        if (!isMounted) return;
        const lost = settings.filter(({ id }) => !files.has(id)).map(({ name }) => name);
        latest.current.onRestored(kept, lost);
        setIsRestored(true);
      });
    return () => {
      isMounted = false;
    };
  }, [userId, place]);

  const kept = JSON.stringify(settingsOf(items));
  useEffect(() => {
    if (!isRestored || place === undefined) return;
    const key = filesKey(userId, place);
    const files = filesToKeep(latest.current.items);
    if (kept !== '[]') tryToStore(key, kept);
    else if (localStorage.getItem(key) === null) return;
    queueFileWrite(({ storeFiles }) => {
      // Waits for its turn: until a request's files are stored, a reload must find them in their row.
      if (latest.current.items.length === 0) localStorage.removeItem(key);
      return storeFiles(userId, files, keptByOthers(userId, key));
    });
  }, [userId, place, isRestored, kept]);
}

/** In order, up to the size limit. */
function filesToKeep(items: readonly Attachment[]): Map<string, File> {
  let room = MAX_KEPT_BYTES;
  const files = new Map<string, File>();
  for (const { id, file, kind, text } of items) {
    if (file.size > room) continue;
    room -= file.size;
    files.set(id, file);
    if (kind === 'audio' && text !== '') files.set(transcriptOf(id), new File([text], 'transcript.txt'));
  }
  return files;
}

/** Storage id of a recording's transcript. */
const transcriptOf = (id: string): string => `${id}.transcript`;

function settingsOf(items: readonly Attachment[]): StoredSettings[] {
  const files = filesToKeep(items);
  return items.map(({ id, name, include, useExtract, useVision, ocrUsed, pages }) => ({
    id,
    name,
    isKept: files.has(id),
    include,
    useExtract,
    useVision,
    ocrUsed,
    pages,
    ...(files.has(transcriptOf(id)) && { hasTranscript: true }),
  }));
}

const loadSettings = (key: string): StoredSettings[] => readStored(key, keptSchema) ?? [];

const storedIds = (settings: readonly StoredSettings[]): string[] =>
  settings
    .filter(({ isKept }) => isKept)
    .flatMap(({ id, hasTranscript }) => (hasTranscript ? [id, transcriptOf(id)] : [id]));

/** Files of other tabs, including closed ones. */
const keptByOthers = (userId: string, ownKey: string): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(filesKey(userId, '')) && key !== ownKey)
    .flatMap((key) => storedIds(loadSettings(key)));
