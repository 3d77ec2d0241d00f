import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import {
  FileError,
  openForReading,
  resolveExisting,
  sortNaturally,
  toVirtualPath,
  type Area,
  PARTIAL_PREFIX,
} from '../paths/index.js';
import { describeEntry } from './list-folder.js';

/** A zip that is streamed as it is created. */
export interface Archive {
  /** Download file name: `output.zip`. */
  readonly name: string;
  readonly stream: Readable;
}

/**
 * A zip of a folder and everything in it, in natural order. Files are opened one at a time as the reader consumes them.
 * @throws FileError `not-found`, `not-a-folder`, `leaves-area`, `bad-name`.
 */
export async function archiveFolder(area: Area, written: string): Promise<Archive> {
  const virtual = `${toVirtualPath(written).replace(/\/$/u, '')}/`;
  const entry = await describeEntry(area, virtual);
  if (entry === null) throw new FileError('not-found', `There is no ${virtual}.`);
  if (entry.kind !== 'folder') throw new FileError('not-a-folder', `${virtual} is not a folder.`);
  const name = `${path.posix.basename(virtual)}.zip`;
  return { name, stream: await zipOf(area, virtual, filesBelow(area, virtual)) };
}

/** A zip of selected files below a folder; missing ones are left out. */
export async function archiveFiles(
  area: Area,
  name: string,
  folder: string,
  paths: readonly string[],
): Promise<Archive> {
  return { name, stream: await zipOf(area, folder, filesThatAreThere(area, paths)) };
}

async function zipOf(area: Area, folder: string, files: AsyncIterable<FileFacts>): Promise<Readable> {
  const { default: yazl } = await import('yazl');
  const zip = new yazl.ZipFile();
  const stream = new PassThrough();
  let sending: Readable | null = null;
  zip.on('error', (error: Error) => stream.destroy(error));
  // An aborted download must not leave a file open.
  stream.once('close', () => sending?.destroy());
  for await (const { path: file, modifiedAt } of files) {
    zip.addReadStreamLazy(file.slice(folder.length), { mtime: new Date(modifiedAt) }, (give) => {
      openForReading(area, file).then(
        ({ handle }) => {
          sending = handle.createReadStream();
          if (stream.destroyed) sending.destroy();
          give(null, sending);
        },
        (error: unknown) => {
          give(error, stream);
        },
      );
    });
  }
  zip.outputStream.pipe(stream);
  zip.end();
  return stream;
}

interface FileFacts {
  readonly path: string;
  readonly modifiedAt: string;
}

async function* filesThatAreThere(area: Area, paths: readonly string[]): AsyncGenerator<FileFacts> {
  for (const each of paths) {
    const entry = await describeEntry(area, each);
    if (entry?.kind === 'file') yield entry;
  }
}

async function* filesBelow(area: Area, folder: string): AsyncGenerator<FileFacts> {
  const found = await readdir(await resolveExisting(area, folder), { withFileTypes: true });
  for (const item of sortNaturally(found, (each) => each.name)) {
    // A link could point to a parent and form a cycle.
    if (item.isSymbolicLink() || item.name.startsWith(PARTIAL_PREFIX)) continue;
    const entry = await describeEntry(area, folder + item.name);
    if (entry?.kind === 'folder') yield* filesBelow(area, entry.path);
    else if (entry?.kind === 'file') yield entry;
  }
}
