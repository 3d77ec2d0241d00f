import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DocumentError } from '@promptwell/documents';
import { DomainError } from '~/core/shared/errors';
import { kindOfFile, maxBytesOf, tooLargeMessage, unsupportedMessage } from './limits';

/**
 * Works with a file that came in pieces, which is gone again when the work is done. The reader of documents opens files
 * by their path, in another process; the name that a person gave it is never part of that path.
 * @throws DomainError `attachment_invalid`, with a sentence that names the file
 */
export async function withTemporaryFile<Result>(
  name: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  work: (filePath: string) => Promise<Result>,
): Promise<Result> {
  const kind = kindOfFile(name);
  if (kind === undefined) throw invalid(unsupportedMessage(name));
  const folder = await mkdtemp(path.join(tmpdir(), 'promptwell-attached-'));
  try {
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
    return await work(filePath).catch((error: unknown) => {
      throw error instanceof DocumentError ? explain(error) : error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
