import { useEffect, useRef, useState } from 'react';
import { personalKey } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { onStoreOpenDrafts, openDraft, storedDraftIds, type StoredDraft } from '~/core/browser/draft-storage';
import type { Attachment } from './attachment';
import { queueFileWrite } from './file-storage-queue';

/** Limit for all files together. Files beyond it have to be attached again after a reload; a message names them. */
const MAX_KEPT_BYTES = 60 * 1024 * 1024;

const pagesSchema = z.object({ from: z.number(), to: z.number() });
const settingsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    isKept: z.boolean(),
    include: z.boolean(),
    useExtract: z.boolean(),
    useVision: z.boolean(),
    ocrUsed: z.boolean(),
    pages: z.optional(pagesSchema),
    encoding: z.optional(z.string()),
    hasTranscript: z.optional(z.boolean()),
  }),
);
type StoredSettings = z.output<typeof settingsSchema>[number];

export interface StoredAttachment {
  file: File;
  settings: StoredSettings;
  /** The transcript of a recording, which was paid for. */
  transcript?: string | undefined;
}

const FILES = 'ai-files:';

/** The settings of the files in a slot; the files themselves are in `file-storage`. */
const openSettings = (userId: string, slot: string): StoredDraft<StoredSettings[]> =>
  openDraft(personalKey(userId, FILES + slot), {
    schema: settingsSchema,
    isEmpty: (settings) => settings.length === 0,
  });

/** Stores the files of the next request. Restores them once after a reload, with the names of missing ones. */
export function useStoredFiles(
  userId: string,
  slot: string | undefined,
  items: readonly Attachment[],
  onRestored: (found: readonly StoredAttachment[], lost: readonly string[]) => void,
): void {
  const [draft, setDraft] = useState<StoredDraft<StoredSettings[]>>();
  const latest = useRef({ items, onRestored });
  latest.current = { items, onRestored };
  useEffect(() => {
    if (slot === undefined) return;
    const draft = openSettings(userId, slot);
    const settings = draft.read() ?? [];
    if (settings.length === 0) {
      setDraft(draft);
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
        const restored = (await Promise.all(found)).flat();
        if (!isMounted) return;
        const lost = settings.filter(({ id }) => !files.has(id)).map(({ name }) => name);
        latest.current.onRestored(restored, lost);
        setDraft(draft);
      });
    return () => {
      isMounted = false;
    };
  }, [userId, slot]);

  const settings = JSON.stringify(settingsOf(items));
  useEffect(() => {
    if (!draft || slot === undefined) return;
    const store = () => {
      const { items } = latest.current;
      if (items.length > 0) draft.write(settingsOf(items));
      else if (!draft.isStored()) return;
      queueFileWrite(({ storeFiles }) => {
        // Waits for its turn: until a request's files are stored, a reload must find them in their row.
        if (latest.current.items.length === 0) draft.remove();
        return storeFiles(userId, filesToKeep(items), idsInOtherSlots(userId, slot));
      });
    };
    store();
    return onStoreOpenDrafts(store);
  }, [userId, slot, draft, settings]);
}

/** In order, up to the size limit. */
function filesToKeep(items: readonly Attachment[]): Map<string, File> {
  let bytesLeft = MAX_KEPT_BYTES;
  const files = new Map<string, File>();
  for (const { id, file, kind, text } of items) {
    if (file.size > bytesLeft) continue;
    bytesLeft -= file.size;
    files.set(id, file);
    if (kind === 'audio' && text !== '') files.set(transcriptOf(id), new File([text], 'transcript.txt'));
  }
  return files;
}

/** Storage id of a recording's transcript. */
const transcriptOf = (id: string): string => `${id}.transcript`;

function settingsOf(items: readonly Attachment[]): StoredSettings[] {
  const files = filesToKeep(items);
  return items.map(({ id, name, include, useExtract, useVision, ocrUsed, pages, encoding }) => ({
    id,
    name,
    isKept: files.has(id),
    include,
    useExtract,
    useVision,
    ocrUsed,
    pages,
    encoding,
    ...(files.has(transcriptOf(id)) && { hasTranscript: true }),
  }));
}

const storedIds = (settings: readonly StoredSettings[]): string[] =>
  settings
    .filter(({ isKept }) => isKept)
    .flatMap(({ id, hasTranscript }) => (hasTranscript ? [id, transcriptOf(id)] : [id]));

/** Files of other tabs, including closed ones. */
const idsInOtherSlots = (userId: string, ownSlot: string): string[] =>
  storedDraftIds(userId, [FILES])
    .filter((slot) => slot !== ownSlot)
    .flatMap((slot) => storedIds(openSettings(userId, slot).read() ?? []));
