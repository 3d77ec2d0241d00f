import { z } from '~/core/browser/browser-zod';
import type { OcrLanguages } from './limits';

const answerSchema = z.object({ text: z.string(), pageCount: z.number(), ocrUsed: z.boolean() });
const refusalSchema = z.object({ message: z.string(), code: z.optional(z.string()) });

interface Reading {
  ocr?: boolean;
  langs?: OcrLanguages;
  pages?: { from: number; to: number } | undefined;
}

/** The text of a file as the server reads it. @throws Error with the server's sentence */
export async function readOnServer(
  file: File,
  { ocr = false, langs = 'eng', pages }: Reading = {},
): Promise<{ text: string; pageCount: number; ocrUsed: boolean }> {
  const query = new URLSearchParams({ name: file.name, ocr: String(ocr), langs });
  if (pages) {
    query.set('from', String(pages.from));
    query.set('to', String(pages.to));
  }
  return answerSchema.parse(await (await post(`/api/ai/documents/text?${query.toString()}`, file)).json());
}

const transcriptSchema = z.object({ text: z.string(), costCents: z.number() });

/** Sentences for what the ledger says of a key that was used before. */
const EARLIER: Readonly<Record<string, string>> = {
  in_flight: 'This recording is still being transcribed. Try again in a moment: it isn’t charged twice.',
  answer_purged:
    'This recording was transcribed earlier, and its text is no longer kept. Attach it again to transcribe it.',
};

/** The text of a recording, paid for once under a key. @throws Error with a sentence */
export async function transcribeOnServer(
  file: File,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<{ text: string; costCents: number }> {
  const query = new URLSearchParams({ name: file.name });
  const headers = { 'X-Idempotency-Key': key };
  const response = await post(`/api/ai/transcribe?${query.toString()}`, file, { headers, signal });
  return transcriptSchema.parse(await response.json());
}

/** A HEIC photo as PNG. @throws Error with the server's sentence */
export const convertOnServer = async (file: File): Promise<Blob> =>
  (
    await post(`/api/ai/documents/picture?${new URLSearchParams({ name: file.name }).toString()}`, file)
  ).blob();

async function post(
  path: string,
  file: File,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      Accept: 'application/json, image/png',
      ...headers,
    },
    body: file,
    signal: signal ?? null,
  }).catch(() => {
    throw new Error(`${file.name} couldn’t be read: you’re offline, or the server can’t be reached.`);
  });
  if (response.ok) return response;
  const refusal = refusalSchema.safeParse(await response.json().catch(() => ({})));
  if (!refusal.success) throw new Error(`${file.name} couldn’t be read (${response.status}).`);
  const { code = '', message } = refusal.data;
  throw new Error(EARLIER[code] ?? message);
}
