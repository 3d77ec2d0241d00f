import { useReducer, useRef, useState } from 'react';
import { NO_FILES, newAttachment, reduceAttachedFiles } from './attached-files';
import {
  sendBlockerOf,
  leftOutFor,
  planSending,
  acceptFiles,
  toRequest,
  type Attachment,
  type SendingRules,
} from './attachment';
import { hasImages, hasPages, kindOfFile } from './limits';
import { ownOcrLanguages } from './ocr-languages';
import { readAttachment, transcribeAttachment, type ReadMode } from './read-attachment';
import type { OcrSettings } from './read-file';
import type { TranscriptionOffer } from './transcription';
import { useStoredFiles, type StoredAttachment } from './use-stored-files';

interface Options extends SendingRules {
  userId: string;
  /** Storage slot of this tab; undefined until it is known. */
  slot: string | undefined;
  maxFiles: number;
  /** Null if this server has no transcription model. */
  transcription: TranscriptionOffer | null;
  /** Called when something was or may have been charged. */
  onPaid: () => void;
}

/** A stored file with its settings; empty if its kind is no longer supported. */
function restoredItem({ file, transcript = '', settings }: StoredAttachment): Attachment[] {
  const { id, name, include, useExtract, useVision, ocrUsed, pages, encoding } = settings;
  const kind = kindOfFile(name);
  if (kind === undefined) return [];
  const item = newAttachment(file, kind);
  return [{ ...item, id, text: transcript, include, useExtract, useVision, ocrUsed, pages, encoding }];
}

/** State of the files attached to the next request, and what is sent of them. */
export function useAttachments({ userId, slot, maxFiles, transcription, onPaid, ...rules }: Options) {
  const { isFreePlan } = rules;
  const [{ items, problems }, dispatch] = useReducer(reduceAttachedFiles, NO_FILES);
  const [ocr, setOcr] = useState<OcrSettings>(() => ({ ifEmpty: false, langs: ownOcrLanguages() }));
  /** Counts files added before the next render. */
  const attachedCount = useRef(0);
  attachedCount.current = items.length;

  const change = (id: string, changes: Partial<Attachment>) => dispatch({ type: 'changed', id, changes });

  async function read(item: Attachment, how: ReadMode, settings = ocr): Promise<void> {
    change(item.id, { state: 'reading', problem: undefined });
    change(item.id, await readAttachment(item, how, settings));
  }

  /** Running transcriptions by attachment id. */
  const transcribing = useRef(new Map<string, AbortController>());
  const cancelTranscription = (id: string) => transcribing.current.get(id)?.abort();
  async function transcribe(item: Attachment): Promise<void> {
    const stopping = new AbortController();
    transcribing.current.set(item.id, stopping);
    change(item.id, { state: 'transcribing', problem: undefined });
    change(item.id, await transcribeAttachment(item, stopping.signal));
    transcribing.current.delete(item.id);
    onPaid();
  }

  function add(files: readonly File[]): void {
    const found = acceptFiles(files, { attached: attachedCount.current, maxFiles, isFreePlan });
    const added = found.taken.map(({ file, kind }) => newAttachment(file, kind));
    dispatch({ type: 'added', items: added, problems: found.problems });
    attachedCount.current += added.length;
    for (const item of added) void read(item, 'as set');
  }

  useStoredFiles(userId, slot, items, (kept, lost) => {
    const restored = kept.flatMap(restoredItem);
    dispatch({ type: 'restored', items: restored, lost });
    attachedCount.current += restored.length;
    for (const item of restored) {
      const { id, kind, ocrUsed, useExtract, useVision } = item;
      const how = useVision && hasPages(kind) ? 'with pictures' : 'as set';
      void read(item, how, { ...ocr, ifEmpty: ocrUsed }).then(() => change(id, { useExtract, useVision }));
    }
  });

  const sendings = planSending(items, rules);
  return {
    items,
    sendings,
    problems,
    maxFiles,
    ocr,
    setOcr: (next: OcrSettings) => {
      setOcr(next);
      if (!next.ifEmpty) return;
      for (const item of items) {
        const isEmpty = item.text.trim() === '' && hasImages(item.kind);
        if (item.state === 'ready' && isEmpty) void read(item, 'by OCR', next);
      }
    },
    add,
    change,
    remove: (id: string) => {
      cancelTranscription(id);
      dispatch({ type: 'removed', id });
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
    chooseEncoding: (item: Attachment, encoding: string) => {
      change(item.id, { encoding });
      void read({ ...item, encoding }, 'as set');
    },
    dismissProblems: () => dispatch({ type: 'problems-dismissed' }),
    clear: () => dispatch({ type: 'cleared', items }),
    putBack: (before: readonly Attachment[]) => dispatch({ type: 'put-back', items: before }),
    giveBack: (sent: readonly Attachment[]) => dispatch({ type: 'given-back', items: sent }),
    /** Why the request can't be sent now. */
    blocker: sendBlockerOf(items, { canTranscribe: transcription !== null && !isFreePlan }),
    tokens: sendings.reduce((sum, { tokens }) => sum + tokens, 0),
    /** The files as sent to this model. */
    request: (model: SendingRules['model'] = rules.model) =>
      toRequest(items, planSending(items, { ...rules, model })),
    /** The files of which this model would get nothing. */
    leftOutFor: (model: SendingRules['model']) => leftOutFor(items, { ...rules, model }),
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
