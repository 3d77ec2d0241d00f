import { useCallback, useRef, useState } from 'react';
import { microUsdFromCents } from '~/ui/format-money';
import type { TranscriptionOffer } from '~/features/transcription';
import { newKey } from '~/core/browser/new-key';
import {
  blockerOf,
  leftOutFor,
  planSending,
  takeFiles,
  toRequest,
  type Attachment,
  type SendingRules,
  type SentAttachment,
} from './attachment';
import { kindOfFile, type FileKind } from './limits';
import type { OcrSettings } from './read-file';
import { useKeptFiles, type KeptAttachment } from './use-kept-files';
import { useSentFiles } from './use-sent-files';

interface Options extends SendingRules {
  userId: string;
  /** Where this tab keeps them; undefined until that is known. */
  place: string | undefined;
  maxFiles: number;
  /** Null where nothing on this server transcribes. */
  transcription: TranscriptionOffer | null;
  /** Something was charged, or may have been. */
  onPaid: () => void;
}

const newAttachment = (file: File, kind: FileKind): Attachment => ({
  id: newKey(),
  file,
  name: file.name,
  kind,
  state: 'reading',
  text: '',
  ocrUsed: false,
  pictures: [],
  include: true,
  useExtract: true,
  useVision: false,
});

/** A file that was kept, as it was set; of a kind that is no longer taken, nothing. */
function restoredItem({ file, transcript = '', ...kept }: KeptAttachment): Attachment[] {
  const { id, name, ...settings } = kept.settings;
  const kind = kindOfFile(name);
  const { include, useExtract, useVision, ocrUsed, pages } = settings;
  return kind === undefined
    ? []
    : [
        {
          ...newAttachment(file, kind),
          id,
          text: transcript,
          include,
          useExtract,
          useVision,
          ocrUsed,
          pages,
        },
      ];
}

const CANCELED =
  'Canceled. If it was already sent, you’ll be charged once. Transcribe it again to get the text at no extra cost.';

const messageOf = (error: unknown, name: string): string =>
  error instanceof Error ? error.message : `${name} couldn’t be read.`;

/** The files of the next request: what is read of them, and what of that is sent. */
export function useAttachments({ userId, place, maxFiles, transcription, onPaid, ...rules }: Options) {
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
        const problem = messageOf(error, item.name);
        // What was read before the person asked for more stays.
        change(item.id, { state: item.state === 'ready' ? 'ready' : 'failed', problem });
      }
    },
    [change],
  );

  /** The recordings that are being transcribed, by their attachment. */
  const transcribing = useRef(new Map<string, AbortController>());
  const cancelTranscription = useCallback((id: string) => transcribing.current.get(id)?.abort(), []);
  const transcribe = useCallback(
    async ({ id, file, name }: Attachment) => {
      const stopping = new AbortController();
      transcribing.current.set(id, stopping);
      change(id, { state: 'transcribing', problem: undefined });
      try {
        const { transcribeOnServer } = await import('./document-calls');
        // The attachment is the key: however often it is tried, also after a reload, it is paid once.
        const { text, costCents } = await transcribeOnServer(file, { key: id, signal: stopping.signal });
        const paidMicroUsd = microUsdFromCents(costCents);
        const problem = text === '' ? `No speech was found in ${name}.` : undefined;
        change(id, { state: 'ready', text, useExtract: true, paidMicroUsd, problem });
      } catch (error) {
        const problem = stopping.signal.aborted ? CANCELED : messageOf(error, name);
        change(id, { state: 'ready', problem });
      } finally {
        transcribing.current.delete(id);
        onPaid();
      }
    },
    [change, onPaid],
  );

  const add = useCallback(
    (files: readonly File[]) => {
      const attached = latest.current.items.length;
      const { taken, problems: refused } = takeFiles(files, {
        attached,
        maxFiles,
        isFreePlan: rules.isFreePlan,
      });
      const added = taken.map(({ file, kind }) => newAttachment(file, kind));
      setProblems(refused);
      setItems((all) => [...all, ...added]);
      latest.current = { ...latest.current, items: [...latest.current.items, ...added] };
      for (const item of added) void read(item, 'as set');
    },
    [maxFiles, rules.isFreePlan, read],
  );

  useKeptFiles(userId, place, items, (kept, lost) => {
    const again = kept.flatMap(restoredItem);
    setItems((all) => [...again, ...all]);
    latest.current = { ...latest.current, items: [...again, ...latest.current.items] };
    setProblems(lost.map((name) => `${name} wasn’t kept through the reload. Attach it again to send it.`));
    for (const item of again) {
      const how = item.useVision && item.kind === 'pdf' ? 'with pictures' : 'as set';
      const { useExtract, useVision } = item;
      void read(item, how, { ...ocr, ifEmpty: item.ocrUsed }).then(() =>
        change(item.id, { useExtract, useVision }),
      );
    }
  });

  const sent = useSentFiles(userId);
  const rememberSent = sent.remember;
  /** `items`: the files in their row, if those of a request that is sent again are no longer there. */
  const remember = useCallback(
    (key: string, request: readonly SentAttachment[], items = latest.current.items) =>
      rememberSent(key, { items, request }),
    [rememberSent],
  );
  const findSent = sent.find;
  const giveBack = useCallback(
    async (key: string) => {
      const before = await findSent(key);
      if (before) setItems((now) => (now.length === 0 ? before.items : now));
    },
    [findSent],
  );

  const sendings = planSending(items, rules);
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
    remove: (id: string) => {
      cancelTranscription(id);
      setItems((all) => all.filter((item) => item.id !== id));
    },
    transcription,
    transcribe: (item: Attachment) => void transcribe(item),
    cancelTranscription,
    readByOcr: (item: Attachment) => void read(item, 'by OCR'),
    showAsPictures: (item: Attachment) => void read(item, 'with pictures'),
    choosePages: (item: Attachment, pages: Attachment['pages']) => {
      change(item.id, { pages });
      void read({ ...item, pages }, item.useVision && item.text !== '' ? 'with pictures' : 'as set');
    },
    dismissProblems: () => setProblems([]),
    /** Those that are here now: what is attached while they are on their way out is for the next request. */
    clear: () => {
      setItems((all) => all.filter(({ id }) => !items.some((item) => item.id === id)));
      setProblems([]);
    },
    /** As they stood before, and what was attached since. */
    putBack: (before: readonly Attachment[]) =>
      setItems((now) => [...before, ...now.filter(({ id }) => !before.some((item) => item.id === id))]),
    /** Why a request cannot leave as things stand. */
    blocker: blockerOf(items, { canTranscribe: transcription !== null && !rules.isFreePlan }),
    tokens: sendings.reduce((sum, { tokens }) => sum + tokens, 0),
    remember,
    giveBack,
    sentWith: findSent,
    /** Requests with files that have no reply. */
    keepSent: sent.keep,
    /** The files as one of several models gets them. */
    request: (model: SendingRules['model'] = rules.model) =>
      toRequest(items, planSending(items, { ...rules, model })),
    /** The names of those of which such a model gets nothing. */
    leftOutFor: (model: SendingRules['model']) => leftOutFor(items, { ...rules, model }),
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
