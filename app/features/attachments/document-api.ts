import {
  fetchApi,
  readAnswer,
  serverMessageOr,
  ApiError,
  NetworkError,
  type ApiRequest,
} from '~/core/browser/call-api';
import { documentResponseSchema, type DocumentResponse } from './responses';
import { transcriptionResponseSchema, type TranscriptionResponse } from './transcription';

interface Reading {
  ocr?: boolean;
  langs?: string;
  pages?: { from: number; to: number } | undefined;
  encoding?: string | undefined;
}

/**
 * Extracts a file's text on the server.
 * @throws Error with the server's message
 */
export async function readOnServer(
  file: File,
  { ocr = false, langs = 'eng', pages, encoding }: Reading = {},
): Promise<DocumentResponse> {
  const query = new URLSearchParams({ name: file.name, ocr: String(ocr), langs });
  if (pages) {
    query.set('from', String(pages.from));
    query.set('to', String(pages.to));
  }
  if (encoding !== undefined) query.set('encoding', encoding);
  return readAnswer(await post(`/api/ai/documents/text?${query.toString()}`, file), documentResponseSchema);
}

/** Messages for idempotency errors. */
const EARLIER: Readonly<Record<string, string>> = {
  in_flight: 'This recording is still being transcribed. Try again in a moment: it isn’t charged twice.',
  answer_purged:
    'This recording was transcribed earlier, and its text is no longer kept. Attach it again to transcribe it.',
};

/**
 * Transcribes a recording; the key makes it charged only once.
 * @throws Error with a message for the user
 */
export async function transcribeOnServer(
  file: File,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<TranscriptionResponse> {
  const query = new URLSearchParams({ name: file.name });
  const headers = { 'X-Idempotency-Key': key };
  const response = await post(`/api/ai/transcribe?${query.toString()}`, file, { headers, signal });
  return readAnswer(response, transcriptionResponseSchema);
}

/**
 * Converts a HEIC image, or a page of a TIFF, to PNG.
 * @throws Error with the server's message
 */
export async function convertOnServer(file: File, page = 1): Promise<Blob> {
  const query = new URLSearchParams({ name: file.name, page: String(page) });
  return (await post(`/api/ai/documents/picture?${query.toString()}`, file)).blob();
}

async function post(path: string, file: File, { headers, ...request }: ApiRequest = {}): Promise<Response> {
  try {
    const types = { 'Content-Type': 'application/octet-stream', Accept: 'application/json, image/png' };
    return await fetchApi(path, { ...request, body: file, headers: { ...types, ...headers } });
  } catch (error) {
    if (error instanceof NetworkError)
      throw new Error(`${file.name} couldn’t be read: you’re offline, or the server can’t be reached.`, {
        cause: error,
      });
    if (!(error instanceof ApiError)) throw error;
    const unexplained = `${file.name} couldn’t be read (${String(error.status)}).`;
    throw new Error(EARLIER[error.code ?? ''] ?? serverMessageOr(error, unexplained), { cause: error });
  }
}
