import { microUsdFromCents } from '~/ui/format-money';
import type { Attachment } from './attachment';
import type { OcrSettings } from './read-file';

/** How to read a file: by its settings, also with page images, or with OCR only. */
export type ReadMode = 'as set' | 'with pictures' | 'by OCR';

/** Reads a file; returns the changes to its attachment, also on failure. */
export async function readAttachment(
  item: Attachment,
  how: ReadMode,
  ocr: OcrSettings,
): Promise<Partial<Attachment>> {
  try {
    const reader = await import('./read-file');
    if (how !== 'by OCR') {
      const found = await reader.readFile(item, ocr, { withPictures: how === 'with pictures' });
      return { state: 'ready', ...found };
    }
    const found = await reader.readByOcr(item, ocr.langs);
    const isNothing = found.text === '' && found.notice === undefined;
    const problem = `OCR found no text in ${item.name}.`;
    return { state: 'ready', ...found, ...(isNothing && { problem }) };
  } catch (error) {
    // Keeps what was read before.
    const state = item.state === 'ready' ? 'ready' : 'failed';
    return { state, problem: messageOf(error, item.name) };
  }
}

const CANCELED =
  'Canceled. If it was already sent, you’ll be charged once. Transcribe it again to get the text at no extra cost.';

/** Transcribes a recording; returns the changes to its attachment, also on failure. */
export async function transcribeAttachment(
  { id, file, name }: Attachment,
  signal: AbortSignal,
): Promise<Partial<Attachment>> {
  try {
    const { transcribeOnServer } = await import('./document-api');
    // The attachment id is the idempotency key, so retries, even after a reload, are charged once.
    const { text, costCents } = await transcribeOnServer(file, { key: id, signal });
    const paidMicroUsd = microUsdFromCents(costCents);
    const problem = text === '' ? `No speech was found in ${name}.` : undefined;
    return { state: 'ready', text, useExtract: true, paidMicroUsd, problem };
  } catch (error) {
    return { state: 'ready', problem: signal.aborted ? CANCELED : messageOf(error, name) };
  }
}

const messageOf = (error: unknown, name: string): string =>
  error instanceof Error ? error.message : `${name} couldn’t be read.`;
