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
import { createBodyRoom, SMALL_BODY_BYTES, type BodyRoom } from '~/core/edge/body-room.server';
import { bodyPieces, steadyPieces, type LeastPace } from '~/core/edge/read-request.server';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { FILE_ERRORS, inOwnArea } from './manage-files.server';
import type { FileEntry } from './schema';

const MEGABYTE = 1024 * 1024;
/** A file is in memory until it is complete, so its size has a bound apart from the quota. */
const MAX_FILE_BYTES = 100 * MEGABYTE;
const MAX_FILES = 2_000;
/** Files that come before the field `path` wait for it; more than this are not kept in memory. */
const MAX_WAITING_BYTES = 20 * MEGABYTE;
/** What one upload may have in memory. */
const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + MAX_WAITING_BYTES;
/** Two of the largest, over lines however slow, leave room for small ones of others. */
const ROOM_BYTES = 2 * MAX_UPLOAD_BYTES + 60 * MEGABYTE;

/** What uploads may have in memory together, of everybody. */
export const createUploadRoom = (): BodyRoom => createBodyRoom(ROOM_BYTES);

/** What an upload may answer besides what any call that works with files may. */
export const UPLOAD_ERRORS: Readonly<Record<string, ErrorKind>> = {
  ...FILE_ERRORS,
  upload_incomplete: 'invalid',
  body_too_slow: 'timed-out',
  server_busy: 'unavailable',
  file_too_large: 'too-large',
  too_many_files: 'too-large',
};

/**
 * Saves the files of a multipart form, each as soon as it has arrived: the field `path` is the folder, each field `file` a
 * file, whose name may contain `/` for folders. Existing files are replaced.
 */
export async function saveUploads(
  services: Pick<BaiqlDeps, 'baiql'>,
  actor: Actor,
  { request, signal, pace }: { request: Request; signal: AbortSignal; pace?: LeastPace },
): Promise<{ entries: FileEntry[] }> {
  const { areas, uploadRoom } = services.baiql;
  if (!isMultipartRequest(request)) {
    throw wrongForm('Send the files as a form (multipart/form-data) with fields path and file.');
  }
  const leave = await uploadRoom.take(actor.userId, Math.min(declaredBytes(request), MAX_UPLOAD_BYTES));
  try {
    return {
      entries: await inOwnArea(services, actor, (area) =>
        saveParts(area, areas.quotaBytes, endedBy(signal, request, pace), signal),
      ),
    };
  } catch (error) {
    // The sender has gone, or the account is being closed: no fault of ours.
    if (signal.aborted) throw incomplete('The upload was interrupted.');
    throw explainUploadError(error, areas.quotaBytes);
  } finally {
    leave();
  }
}

const declaredBytes = ({ headers }: Request): number => Number(headers.get('Content-Length') ?? Infinity);

/**
 * The same request, whose body ends with an error when the signal aborts, however long the sender pauses. A large one
 * keeps others waiting, and ends when it comes too slowly as well.
 */
function endedBy(signal: AbortSignal, request: Request, pace?: LeastPace): Request {
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
    const entry = await saveFile(area, file, pieces(part.content));
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

/** Forms write a quote in a name as %22 (HTML, multipart/form-data), and a percent sign as it is. */
const nameOf = ({ filename = '' }: MultipartPart): string => filename.replaceAll('%22', '"');

async function* pieces(content: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of content) yield await Promise.resolve(piece);
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

/** A name or a field that is not UTF-8. */
const isBadText = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
