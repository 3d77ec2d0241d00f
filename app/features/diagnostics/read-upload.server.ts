import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
} from '@remix-run/multipart-parser';
import { DocumentError, MAX_PDF_BYTES } from '@promptwell/documents';
import { withTemporaryFolder } from '~/core/server/temporary-folder.server';
import { DomainError } from '~/core/shared/errors';
import type { DiagnosticsDeps } from './deps.server';

const MAX_PARTS = 10;
const FORM_BYTES = 64 * 1024;

interface Upload {
  /** Path of the temporary file, deleted after `work`. */
  file: string;
  name: string;
  fields: ReadonlyMap<string, string>;
}

/**
 * Parses a multipart form with a field `file`, and deletes the file after `work`. `missing` is the error message if
 * there is no file. Unreadable files are reported as the user's error.
 */
export async function withUpload<T>(
  { env }: Pick<DiagnosticsDeps, 'env'>,
  request: Request,
  missing: string,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!isMultipartRequest(request)) throw noFile(missing);
  const fields = new Map<string, string>();
  let upload: { name: string; bytes: Uint8Array } | undefined;
  try {
    const limits = {
      maxFileSize: MAX_PDF_BYTES,
      maxParts: MAX_PARTS,
      maxTotalSize: MAX_PDF_BYTES + FORM_BYTES,
    };
    for await (const part of parseMultipartRequest(request, limits)) {
      if (part.filename === undefined) fields.set(part.name ?? '', part.text);
      else if (part.name === 'file' && part.filename !== '')
        upload = { name: path.basename(part.filename), bytes: part.bytes };
    }
  } catch (error) {
    throw explain(error);
  }
  if (!upload) throw noFile(missing);
  const { bytes, name } = upload;
  return withTemporaryFolder(env, async (folder) => {
    const file = path.join(folder, randomUUID());
    await fs.writeFile(file, bytes);
    return work({ file, name, fields }).catch((error: unknown) => {
      throw explain(error);
    });
  });
}

export const noFile = (message: string): DomainError =>
  new DomainError('invalid', message, { code: 'select_a_file', field: 'file' });

function explain(error: unknown): unknown {
  if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
    return new DomainError('too-large', 'The file can be up to 25 MB.', { code: 'file_too_large' });
  if (error instanceof MultipartParseError)
    return new DomainError('invalid', 'The upload is incomplete. Please send it again.', { code: 'invalid' });
  if (!(error instanceof DocumentError)) return error;
  if (error.code === 'busy')
    return new DomainError('unavailable', 'Many files are being read right now. Try again in a moment.', {
      code: 'too_many_previews',
      retryAfterSeconds: 2,
    });
  if (error.code === 'too-large')
    return new DomainError('too-large', error.message, { code: 'file_too_large' });
  return new DomainError('unprocessable', error.message, { code: 'unreadable', cause: error });
}
