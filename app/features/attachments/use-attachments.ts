import { useCallback, useRef, useState } from 'react';
import { newKey } from '~/core/browser/new-key';
import {
  planSending,
  takeFiles,
  toRequest,
  type Attachment,
  type SendingRules,
  type SentAttachment,
} from './attachment';
import type { OcrSettings } from './read-file';

/** Pictures take megabytes each. */
const MAX_REMEMBERED = 5;
const MAX_COUNTED = 50;

interface Options extends SendingRules {
  maxFiles: number;
}

/** The files of the next request: what is read of them, and what of that is sent. */
export function useAttachments({ maxFiles, ...rules }: Options) {
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [ocr, setOcr] = useState<OcrSettings>({ ifEmpty: false, langs: 'eng' });
  const latest = useRef({ items, ocr });
  latest.current = { items, ocr };

  const change = useCallback((id: string, changes: Partial<Attachment>) => {
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...changes } : item)));
  }, []);

  /** Reads a file (again), and says of it what came of that. */
  const read = useCallback(
    async (item: Attachment, how: 'as set' | 'with pictures' | 'by OCR', settings = latest.current.ocr) => {
      change(item.id, { state: 'reading', problem: undefined });
      try {
        const reader = await import('./read-file');
        const found =
          how === 'by OCR'
            ? await reader.readByOcr(item, settings.langs)
            : await reader.readFile(item, settings, { withPictures: how === 'with pictures' });
        const isStillEmpty = how === 'by OCR' && found.text === '';
        change(item.id, {
          state: 'ready',
          ...found,
          ...(isStillEmpty && { problem: `OCR found no text in ${item.name}.` }),
        });
      } catch (error) {
        const problem = error instanceof Error ? error.message : `${item.name} couldn’t be read.`;
        // What was read before the person asked for more stays.
        change(item.id, { state: item.state === 'ready' ? 'ready' : 'failed', problem });
      }
    },
    [change],
  );

  const add = useCallback(
    (files: readonly File[]) => {
      const attached = latest.current.items.length;
      const { taken, problems: refused } = takeFiles(files, {
        ...{ attached, maxFiles, isFreePlan: rules.isFreePlan },
      });
      const added = taken.map(({ file, kind }): Attachment => ({
        ...{ id: newKey(), file, name: file.name, kind, state: 'reading', text: '', ocrUsed: false },
        ...{ pictures: [], include: true, useExtract: true, useVision: false },
      }));
      setProblems(refused);
      setItems((all) => [...all, ...added]);
      latest.current = { ...latest.current, items: [...latest.current.items, ...added] };
      for (const item of added) void read(item, 'as set');
    },
    [maxFiles, rules.isFreePlan, read],
  );

  /** What went along with the latest requests, so that they can be sent again. */
  const sent = useRef(
    new Map<string, { items: readonly Attachment[]; request: readonly SentAttachment[] }>(),
  );
  const remember = useCallback((key: string, request: readonly SentAttachment[]) => {
    if (request.length === 0) return;
    sent.current.set(key, { items: latest.current.items, request });
    const [oldest] = sent.current.keys();
    if (sent.current.size > MAX_REMEMBERED && oldest !== undefined) sent.current.delete(oldest);
  }, []);
  const giveBack = useCallback((key: string) => {
    const before = sent.current.get(key);
    if (before && latest.current.items.length === 0) setItems(before.items);
  }, []);

  // Long texts are counted once, not at each key that is pressed.
  const [counted] = useState(() => new Map<string, number>());
  const estimateTokens = (text: string): number => {
    const tokens = counted.get(text) ?? rules.estimateTokens(text);
    if (counted.size > MAX_COUNTED) counted.clear();
    counted.set(text, tokens);
    return tokens;
  };
  const sendings = planSending(items, { ...rules, estimateTokens });
  const failed = items.find(({ state, include }) => include && state === 'failed');
  return {
    items,
    sendings,
    problems,
    ocr,
    setOcr: (next: OcrSettings) => {
      setOcr(next);
      if (!next.ifEmpty) return;
      for (const item of items) {
        const isEmpty = item.text.trim() === '' && ['pdf', 'image', 'heic'].includes(item.kind);
        if (item.state === 'ready' && isEmpty) void read(item, 'by OCR', next);
      }
    },
    add,
    change,
    remove: (id: string) => setItems((all) => all.filter((item) => item.id !== id)),
    readByOcr: (item: Attachment) => void read(item, 'by OCR'),
    showAsPictures: (item: Attachment) => void read(item, 'with pictures'),
    choosePages: (item: Attachment, pages: Attachment['pages']) => {
      change(item.id, { pages });
      void read({ ...item, pages }, item.useVision && item.text !== '' ? 'with pictures' : 'as set');
    },
    dismissProblems: () => setProblems([]),
    clear: () => {
      setItems([]);
      setProblems([]);
    },
    /** Why a request cannot leave as things stand. */
    blocker: items.some(({ state, include }) => include && state === 'reading')
      ? 'Reading files…'
      : failed && `Remove ${failed.name}, or leave it out.`,
    tokens: sendings.reduce((sum, { tokens }) => sum + tokens, 0),
    remember,
    giveBack,
    sentWith: (key: string) => sent.current.get(key)?.request,
    request: () => toRequest(items, sendings),
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
