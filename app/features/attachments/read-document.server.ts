import { open } from 'node:fs/promises';
import path from 'node:path';
import { DocumentError } from '@promptwell/documents';
import { DomainError } from '~/core/shared/errors';
import { planOf, type Plan } from '~/core/shared/permissions';
import { withTemporaryFolder } from '~/core/server/temporary-folder.server';
import type { UserWithRoles } from '~/core/server/session.server';
import type { AttachmentsDeps } from './deps.server';
import {
  kindOfFile,
  MAX_PAGE_IMAGES,
  MAX_PDF_PAGES,
  maxBytesOf,
  tooLargeMessage,
  unsupportedMessage,
} from './limits';
import type { DocumentResponse } from './responses';
import type { DocumentQuery } from './schema';

/** OCR takes about a second per page, so the free plan is limited to as many pages as are sent as images. */
const MAX_OCR_PAGES: Readonly<Record<Plan, number>> = { free: MAX_PAGE_IMAGES, pro: MAX_PDF_PAGES };
/** Vendors shrink larger images anyway. */
const MAX_SIDE_PIXELS = 2_048;

export interface UploadedDocument extends DocumentQuery {
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  signal: AbortSignal | undefined;
}

/** Extracts the text of an attached file; at most 20 pages of a PDF or a TIFF. Nothing is stored. */
export async function readDocument(
  services: Pick<AttachmentsDeps, 'env' | 'documents' | 'ledger'>,
  actor: UserWithRoles,
  { name, ocr, langs, from, to, encoding, pieces, signal }: UploadedDocument,
): Promise<DocumentResponse> {
  const plan = planOf(actor.roles, await services.ledger.balance(actor.userId));
  if (plan === 'free' && (from !== undefined || to !== undefined)) throw choosingIsForPro();
  const first = from ?? 1;
  const read = await withTemporaryFile(services, { name, pieces }, (filePath) =>
    services.documents.read(filePath, {
      name,
      pages: { from: first, to: to ?? first + MAX_PDF_PAGES - 1 },
      maxPages: MAX_PDF_PAGES,
      ocr,
      langs: langs.split(','),
      maxOcrPages: MAX_OCR_PAGES[plan],
      acceptEmpty: true,
      ...(encoding !== undefined && { encoding }),
      ...(signal && { signal }),
    }),
  );
  return {
    text: read.text,
    pageCount: read.pageCount,
    pages: read.perPage.map(({ page, text, ocrUsed }) => ({ page, characters: text.length, ocrUsed })),
    ocrUsed: read.ocrUsed,
    ocr: read.ocr && { ...read.ocr, langs: [...read.ocr.langs] },
    notice: read.notice ?? null,
    encoding: read.encodingChoice,
  };
}

/** Converts an image that browsers and vendors don't support (HEIC, a page of a TIFF) to PNG. */
export const convertImage = (
  services: Pick<AttachmentsDeps, 'env' | 'documents'>,
  {
    name,
    page = 1,
    pieces,
    signal,
  }: Pick<UploadedDocument, 'name' | 'pieces' | 'signal'> & { page?: number },
): Promise<Uint8Array> =>
  withTemporaryFile(services, { name, pieces }, (filePath) =>
    services.documents.renderImage(filePath, {
      name,
      page,
      maxSide: MAX_SIDE_PIXELS,
      ...(signal && { signal }),
    }),
  );

const choosingIsForPro = (): DomainError =>
  new DomainError('forbidden', 'Access denied. PaidUser role required.', { code: 'paid_user_required' });

/**
 * Runs `work` on a temporary file with the streamed content, then deletes it. The document reader opens files by path
 * in another process; the user's file name is never part of the path.
 * @throws DomainError `attachment_invalid`, with a message that names the file
 */
export async function withTemporaryFile<Result>(
  { env }: Pick<AttachmentsDeps, 'env'>,
  { name, pieces }: Pick<UploadedDocument, 'name' | 'pieces'>,
  work: (filePath: string) => Promise<Result>,
): Promise<Result> {
  const kind = kindOfFile(name);
  if (kind === undefined) throw invalid(unsupportedMessage(name));
  return withTemporaryFolder(env, async (folder) => {
    const filePath = path.join(folder, 'file');
    const file = await open(filePath, 'wx', 0o600);
    try {
      let bytes = 0;
      for await (const piece of pieces) {
        bytes += piece.byteLength;
        if (bytes > maxBytesOf(kind)) throw invalid(tooLargeMessage(name, kind));
        await file.write(piece);
      }
    } finally {
      await file.close();
    }
    return work(filePath).catch((error: unknown) => {
      throw error instanceof DocumentError ? explain(error) : error;
    });
  });
}

const invalid = (message: string, cause?: unknown): DomainError =>
  new DomainError('unprocessable', message, { code: 'attachment_invalid', cause });

function explain(error: DocumentError): DomainError {
  if (error.code !== 'busy' && error.code !== 'aborted') return invalid(error.message, error);
  return new DomainError('unavailable', 'Many files are being read right now. Try again in a moment.', {
    code: 'too_many_documents',
    retryAfterSeconds: 2,
    cause: error,
  });
}
