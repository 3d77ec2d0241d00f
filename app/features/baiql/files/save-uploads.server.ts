import { INPUT_FOLDER, saveFile, type AreaEntry } from '@promptwell/baiql-runtime';
import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import PQueue from 'p-queue';
import { DomainError } from '~/core/shared/errors';
import { withFileErrors } from './file-errors.server';
import type { UserAreas } from './user-areas.server';

const MEGABYTE = 1024 * 1024;
/** A file is in memory until it is complete, so its size has a bound apart from the quota. */
const MAX_FILE_BYTES = 100 * MEGABYTE;
const MAX_FILES = 2_000;
/** Uploads that are read at one time, of everybody; together they must leave the server its memory. */
const MAX_UPLOADS_AT_ONCE = 2;
/** Others wait, unread; more than these are turned away. */
const MAX_WAITING = 50;
/** Files that come before the field `path` wait for it; more than this are not kept in memory. */
const MAX_WAITING_BYTES = 20 * MEGABYTE;

export type SaveUploads = (userId: string, request: Request) => Promise<AreaEntry[]>;

/**
 * Saves the files of a multipart form, each as soon as it has arrived: the field `path` is the folder, each field `file` a
 * file, whose name may contain `/` for folders. Existing files are replaced.
 */
export function createSaveUploads({ areas }: { areas: UserAreas }): SaveUploads {
  const queue = new PQueue({ concurrency: MAX_UPLOADS_AT_ONCE });
  return async (userId, request) => {
    if (!isMultipartRequest(request)) {
      throw new DomainError(
        'invalid',
        'Send the files as a form (multipart/form-data) with fields path and file.',
      );
    }
    if (queue.size >= MAX_WAITING) {
      throw new DomainError(
        'rate-limited',
        'Many files are being uploaded just now. Try again in a moment.',
        { code: 'too_many_uploads', retryAfterSeconds: 5 },
      );
    }
    try {
      return await queue.add(() => withFileErrors(() => saveParts(areas, userId, request)));
    } catch (error) {
      // Nobody hears this any more, but it is no fault of ours.
      if (request.signal.aborted) throw new DomainError('invalid', 'The upload was broken off.');
      throw explainUploadError(error, areas.quotaBytes);
    }
  };
}

async function saveParts(areas: UserAreas, userId: string, request: Request): Promise<AreaEntry[]> {
  const area = await areas.of(userId);
  const saved = new Map<string, AreaEntry>();
  const save = async (part: MultipartPart, folder: string): Promise<void> => {
    const file = { folder, name: part.filename ?? '', quotaBytes: areas.quotaBytes, signal: request.signal };
    const entry = await saveFile(area, file, pieces(part.content));
    saved.set(entry.path, entry);
  };
  let folder: string | undefined;
  const waiting: MultipartPart[] = [];
  let waitingBytes = 0;
  const limits = {
    maxFileSize: MAX_FILE_BYTES,
    maxParts: MAX_FILES + 10,
    maxTotalSize: areas.quotaBytes + MEGABYTE,
  };
  for await (const part of parseMultipartRequest(request, limits)) {
    if (part.filename === undefined) {
      if (part.name === 'path') folder ??= part.text;
    } else if (part.name !== 'file') {
      throw new DomainError(
        'invalid',
        `There is no field ${JSON.stringify(part.name ?? '')} for files; use file.`,
      );
    } else if (folder !== undefined) {
      await save(part, folder);
    } else {
      waitingBytes += part.size;
      if (waitingBytes > MAX_WAITING_BYTES) {
        throw new DomainError('invalid', 'Send the field path before the files.');
      }
      waiting.push(part);
    }
  }
  for (const part of waiting) await save(part, folder ?? INPUT_FOLDER);
  if (saved.size === 0)
    throw new DomainError('invalid', 'There is no file in this form: add at least one field file.');
  return [...saved.values()];
}

async function* pieces(content: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of content) yield await Promise.resolve(piece);
}

function explainUploadError(error: unknown, quotaBytes: number): unknown {
  const megabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE).toLocaleString('en')} MB`;
  if (error instanceof MaxFileSizeExceededError) {
    return new DomainError('too-large', `A file may have ${megabytes(MAX_FILE_BYTES)} at most.`, {
      code: 'file_too_large',
    });
  }
  if (error instanceof MaxTotalSizeExceededError) {
    return new DomainError('too-large', `Your files may take ${megabytes(quotaBytes)} together.`, {
      code: 'over_quota',
    });
  }
  if (error instanceof MaxPartsExceededError) {
    return new DomainError('too-large', `Send at most ${MAX_FILES.toLocaleString('en')} files at once.`, {
      code: 'too_many_files',
    });
  }
  if (error instanceof MultipartParseError || isBadText(error)) {
    return new DomainError('invalid', 'The upload is incomplete or no valid form. Please send it again.');
  }
  return error;
}

/** A name or a field that is not UTF-8. */
const isBadText = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
