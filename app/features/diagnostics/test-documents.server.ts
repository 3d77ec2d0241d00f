import { OCR_LANGUAGES } from '@promptwell/documents';
import { DomainError } from '~/core/shared/errors';
import type { DiagnosticsDeps } from './deps.server';
import { noFile, withUpload } from './read-upload.server';
import { type OcrTest } from './responses';
import { MAX_OCR_PAGES, DEFAULT_OCR_PAGES } from './schema';

type Deps = Pick<DiagnosticsDeps, 'env' | 'baiql'>;

const PREVIEW_CHARACTERS = 2_000;
const NO_PDF = 'Select a PDF';
const NO_HEIC = 'Select a HEIC';

type Asked = { request: Request; signal: AbortSignal };

/** Reads the first pages of a PDF, with OCR if they have no text, and reports statistics. */
export const testOcr = (services: Deps, { request, signal }: Asked): Promise<OcrTest> =>
  withUpload(services, request, NO_PDF, async ({ file, name, fields }) => {
    if (!/\.pdf$/i.test(name)) throw noFile(NO_PDF);
    const maxPages = limitOf(fields.get('limit'));
    const { text, pageCount, perPage, ms } = await services.baiql.previews.read(file, {
      name,
      ocr: true,
      langs: languagesOf(fields.get('langs')),
      maxPages,
      maxOcrPages: maxPages,
      acceptEmpty: true,
      signal,
    });
    const pages = perPage.map((page) => ({
      page: page.page,
      length: page.text.length,
      ocrUsed: page.ocrUsed,
    }));
    const nonEmptyPages = pages.filter(({ length }) => length > 0).length;
    return {
      ok: nonEmptyPages > 0,
      length: text.length,
      ms,
      pageCount,
      processed: pages.length,
      nonEmptyPages,
      perPage: pages,
      preview: text.slice(0, PREVIEW_CHARACTERS),
    };
  });

/** Converts a HEIC image to PNG. */
export const convertHeic = (services: Deps, { request, signal }: Asked): Promise<Response> =>
  withUpload(services, request, NO_HEIC, async ({ file, name }) => {
    if (!/\.hei[cf]$/i.test(name)) throw noFile(NO_HEIC);
    const png = await services.baiql.previews.renderImage(file, {
      name: name.replace(/\.heif$/i, '.heic'),
      signal,
    });
    return new Response(Buffer.from(png), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' },
    });
  });

function limitOf(text = String(DEFAULT_OCR_PAGES)): number {
  const limit = /^\d{1,3}$/.test(text.trim()) ? Number(text) : NaN;
  if (limit >= 1 && limit <= MAX_OCR_PAGES) return limit;
  throw new DomainError('invalid', `The page limit must be from 1 to ${String(MAX_OCR_PAGES)}.`, {
    code: 'wrong_limit',
    field: 'limit',
  });
}

/** "eng", "eng+spa" or "eng, spa". */
const languagesOf = (text = ''): string[] => {
  const languages = text.split(/[\s,+]+/).filter(Boolean);
  return languages.length === 0 ? [...OCR_LANGUAGES.slice(0, 1)] : languages.slice(0, 5);
};
