import { randomBytes } from 'node:crypto';
import { lstat, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import {
  FileError,
  isDiskFull,
  sanitizeName,
  resolveForWriting,
  toVirtualPath,
  type Area,
  PARTIAL_PREFIX,
} from '../paths/index.js';
import { describeEntry, type AreaEntry } from './list-folder.js';
import { meterOf } from './usage-meter.js';

/** Default quota per user. */
export const DEFAULT_QUOTA_BYTES = 500 * 1024 * 1024;

/** Empty files take space as well. */
export const MAX_ENTRIES = 20_000;

export interface SaveRequest {
  /** Virtual path of the target folder. */
  readonly folder: string;
  /** The file's original name; `/` or `\` create folders. Each part is sanitized. */
  readonly name: string;
  readonly quotaBytes: number;
  readonly signal?: AbortSignal;
}

/**
 * Saves a file while it is received. It is written beside its target and renamed when complete, replacing a file of
 * that name. On failure nothing is left.
 * @throws FileError `over-quota` (as soon as it is exceeded; of concurrent saves the last to finish), `disk-full`,
 * `bad-name`, `leaves-area`, `not-a-file`, `not-a-folder`.
 */
export async function saveFile(
  area: Area,
  request: SaveRequest,
  content: AsyncIterable<Uint8Array>,
): Promise<AreaEntry> {
  const virtual = targetPath(request);
  const realPath = await resolveForWriting(area, virtual);
  const unfinished = path.join(path.dirname(realPath), PARTIAL_PREFIX + randomBytes(8).toString('hex'));
  const meter = meterOf(area);
  try {
    await meter.begin(area);
    const beforeBytes = await fileSize(realPath);
    if (meter.entries - meter.replaced.entries >= MAX_ENTRIES && beforeBytes === undefined)
      throw new FileError(
        'over-quota',
        `You have ${MAX_ENTRIES.toLocaleString('en')} files, which is the maximum.`,
      );
    const availableBytes = request.quotaBytes - meter.bytes + meter.replaced.bytes + (beforeBytes ?? 0);
    const sizeBytes = await writeWithin(unfinished, content, availableBytes, request);
    const replacedBytes = await fileSize(realPath);
    // Other saves may have finished since, so the quota is checked again; this section runs without interleaving until
    // the bytes are counted.
    const bytes = meter.bytes + sizeBytes - (replacedBytes ?? 0);
    if (bytes - meter.replaced.bytes > request.quotaBytes) throw overQuota(request.quotaBytes);
    meter.bytes = bytes;
    if (replacedBytes === undefined) meter.entries += 1;
    await rename(unfinished, realPath);
    await meter.makeRoom(area, {
      bytes: meter.bytes - request.quotaBytes,
      entries: meter.entries - MAX_ENTRIES,
    });
  } catch (error) {
    meter.forget();
    await unlink(unfinished).catch(() => undefined);
    if (isDiskFull(error))
      throw new FileError('disk-full', 'The server has no room left for files.', { cause: error });
    throw error;
  } finally {
    meter.end();
  }
  const entry = await describeEntry(area, virtual);
  if (entry === null) throw new FileError('not-found', `${virtual} was deleted while it was saved.`);
  return entry;
}

function targetPath({ folder, name }: SaveRequest): string {
  const parts = name.split(/[/\\]/u).filter((part) => part !== '' && part !== '.');
  if (parts.length === 0) throw new FileError('bad-name', 'The file has no name.');
  if (parts.includes('..'))
    throw new FileError('leaves-area', `The path leaves your files: ${JSON.stringify(name)}.`);
  return toVirtualPath(
    [toVirtualPath(folder).replace(/\/$/u, ''), ...parts.map((part) => sanitizeName(part))].join('/'),
  );
}

async function writeWithin(
  realPath: string,
  content: AsyncIterable<Uint8Array>,
  availableBytes: number,
  { quotaBytes, signal }: SaveRequest,
): Promise<number> {
  const handle = await open(realPath, 'wx');
  try {
    let sizeBytes = 0;
    for await (const piece of content) {
      signal?.throwIfAborted();
      sizeBytes += piece.length;
      if (sizeBytes > availableBytes) throw overQuota(quotaBytes);
      await handle.writeFile(piece);
    }
    return sizeBytes;
  } finally {
    await handle.close();
  }
}

/** The space freed by replacing a file of this name; undefined if there is none. */
async function fileSize(realPath: string): Promise<number | undefined> {
  const info = await lstat(realPath).catch(() => null);
  return info?.isFile() === true ? info.size : undefined;
}

function overQuota(quotaBytes: number): FileError {
  const megabytes = Math.floor(quotaBytes / (1024 * 1024)).toLocaleString('en');
  return new FileError(
    'over-quota',
    `Your storage limit is ${megabytes} MB. Delete some files to make room.`,
  );
}
