import { z } from '~/core/browser/browser-zod';
import type { OcrLanguages } from './limits';

const answerSchema = z.object({ text: z.string(), pageCount: z.number(), ocrUsed: z.boolean() });
const refusalSchema = z.object({ message: z.string() });

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
  return answerSchema.parse(await (await post('text', query, file)).json());
}

/** A HEIC photo as PNG. @throws Error with the server's sentence */
export const convertOnServer = async (file: File): Promise<Blob> =>
  (await post('picture', new URLSearchParams({ name: file.name }), file)).blob();

async function post(what: 'text' | 'picture', query: URLSearchParams, file: File): Promise<Response> {
  const response = await fetch(`/api/ai/documents/${what}?${query.toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', Accept: 'application/json, image/png' },
    body: file,
  }).catch(() => {
    throw new Error(`${file.name} couldn’t be read: you’re offline, or the server can’t be reached.`);
  });
  if (response.ok) return response;
  const refusal = refusalSchema.safeParse(await response.json().catch(() => ({})));
  throw new Error(
    refusal.success ? refusal.data.message : `${file.name} couldn’t be read (${response.status}).`,
  );
}
