import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { INPUT_FOLDER, saveFile, type Area } from '@promptwell/baiql-runtime';
import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import {
  createBodyMemoryLimiter,
  SMALL_BODY_BYTES,
  type BodyMemoryLimiter,
} from '~/core/edge/body-memory-limiter.server';
import { bodyPieces, steadyPieces, type LeastPace } from '~/core/edge/read-request.server';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { FILE_ERRORS, withUserArea } from './manage-files.server';
import type { FileEntry } from './schema';

const MEGABYTE = 1024 * 1024;
/** A file is held in memory until it is complete, so its size is limited separately from the quota. */
const MAX_FILE_BYTES = 100 * MEGABYTE;
const MAX_FILES = 2_000;
/** Files that arrive before the field `path` are buffered up to this size. */
const MAX_WAITING_BYTES = 20 * MEGABYTE;
/** Maximum memory of one upload. */
const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + MAX_WAITING_BYTES;
/** Two of the largest uploads, however slow, leave room for small ones of other users. */
const MAX_TOTAL_BYTES = 2 * MAX_UPLOAD_BYTES + 60 * MEGABYTE;

/** Limits the memory of all uploads together. */
export const createUploadMemoryLimiter = (): BodyMemoryLimiter => createBodyMemoryLimiter(MAX_TOTAL_BYTES);

/** Errors of uploads, in addition to `FILE_ERRORS`. */
export const UPLOAD_ERRORS: Readonly<Record<string, ErrorKind>> = {
  ...FILE_ERRORS,
  upload_incomplete: 'invalid',
  body_too_slow: 'timed-out',
  server_busy: 'unavailable',
  file_too_large: 'too-large',
  too_many_files: 'too-large',
};

/**
 * Saves the files of a multipart form, each as soon as it has arrived. The field `path` is the folder; each field
 * `file` is a file, whose name may contain `/` for subfolders. Existing files are replaced.
 */
export async function saveUploads(
  services: Pick<BaiqlDeps, 'baiql'>,
  actor: Actor,
  { request, signal, pace }: { request: Request; signal: AbortSignal; pace?: LeastPace },
): Promise<{ entries: FileEntry[] }> {
  const { areas, uploadMemoryLimiter } = services.baiql;
  if (!isMultipartRequest(request)) {
    throw wrongForm('Send the files as a form (multipart/form-data) with fields path and file.');
  }
  const leave = await uploadMemoryLimiter.take(
    actor.userId,
    Math.min(declaredBytes(request), MAX_UPLOAD_BYTES),
  );
  try {
    return {
      entries: await withUserArea(services, actor, (area) =>
        saveParts(area, areas.quotaBytes, abortableRequest(signal, request, pace), signal),
      ),
    };
  } catch (error) {
    // The client disconnected or the account is being closed; not an error of ours.
    if (signal.aborted) throw incomplete('The upload was interrupted.');
    throw explainUploadError(error, areas.quotaBytes);
  } finally {
    leave();
  }
}

const declaredBytes = ({ headers }: Request): number => Number(headers.get('Content-Length') ?? Infinity);

/**
 * The same request with a body that fails once the signal aborts, even while the client is silent. A large body also
 * fails if it arrives slower than `pace`, because it makes other uploads wait.
 */
function abortableRequest(signal: AbortSignal, request: Request, pace?: LeastPace): Request {
  const { method, headers } = request;
  const isLarge = declaredBytes(request) > SMALL_BODY_BYTES;
  const sent =
    request.body && isLarge
      ? (NodeReadableStream.from<Uint8Array>(
          steadyPieces(bodyPieces(request), pace),
        ) as ReadableStream<Uint8Array>)
      : request.body;
  const body = sent?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
  return new Request(request.url, { method, headers, ...(body && { body, duplex: 'half' }) });
}

async function saveParts(
  area: Area,
  quotaBytes: number,
  request: Request,
  signal: AbortSignal,
): Promise<FileEntry[]> {
  const saved = new Map<string, FileEntry>();
  const save = async (part: MultipartPart, folder: string): Promise<void> => {
    const file = { folder, name: nameOf(part), quotaBytes, signal };
    const entry = await saveFile(area, file, chunks(part.content));
    saved.set(entry.path, entry);
  };
  let folder: string | undefined;
  const waiting: MultipartPart[] = [];
  let waitingBytes = 0;
  const limits = {
    maxFileSize: MAX_FILE_BYTES,
    maxParts: MAX_FILES + 10,
    maxTotalSize: quotaBytes + MEGABYTE,
  };
  for await (const part of parseMultipartRequest(request, limits)) {
    if (part.filename === undefined) {
      if (part.name === 'path') folder ??= part.text;
    } else if (part.name !== 'file') {
      throw wrongForm(`There is no field ${JSON.stringify(part.name ?? '')} for files; use file.`);
    } else if (folder !== undefined) {
      await save(part, folder);
    } else {
      waitingBytes += part.size;
      if (waitingBytes > MAX_WAITING_BYTES) {
        throw wrongForm('Send the field path before the files.');
      }
      waiting.push(part);
    }
  }
  for (const part of waiting) await save(part, folder ?? INPUT_FOLDER);
  if (saved.size === 0) throw wrongForm('There is no file in this form: add at least one field file.');
  return [...saved.values()];
}

/** HTML forms encode a quote in a file name as %22 (multipart/form-data), but leave a percent sign as it is. */
const nameOf = ({ filename = '' }: MultipartPart): string => filename.replaceAll('%22', '"');

async function* chunks(content: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of content) yield await Promise.resolve(chunk);
}

function explainUploadError(error: unknown, quotaBytes: number): unknown {
  const megabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE).toLocaleString('en')} MB`;
  if (error instanceof MaxFileSizeExceededError) {
    return new DomainError('too-large', `A file can be up to ${megabytes(MAX_FILE_BYTES)}.`, {
      code: 'file_too_large',
    });
  }
  if (error instanceof MaxTotalSizeExceededError) {
    return new DomainError('too-large', `Your storage limit is ${megabytes(quotaBytes)}.`, {
      code: 'over_quota',
    });
  }
  if (error instanceof MaxPartsExceededError) {
    return new DomainError('too-large', `Send at most ${MAX_FILES.toLocaleString('en')} files at once.`, {
      code: 'too_many_files',
    });
  }
  if (error instanceof MultipartParseError || isBadText(error)) {
    return incomplete('The upload is incomplete or not a valid form. Please send it again.');
  }
  return error;
}

const wrongForm = (message: string): DomainError => new DomainError('invalid', message, { code: 'invalid' });
const incomplete = (message: string): DomainError =>
  new DomainError('invalid', message, { code: 'upload_incomplete' });

/** A name or field that isn't valid UTF-8. */
const isBadText = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
