import { pageAccountHeaders } from '~/core/browser/page-account';
import type { FileEntry } from './schema';

/** A file to upload, with its name or its path within a dropped folder. */
export interface Upload {
  file: File;
  /** May contain `/`. */
  name: string;
}

const MEGABYTE = 1024 * 1024;
/** Files are uploaded in parts, so that a broken connection loses one part only. */
const PART_BYTES = 16 * MEGABYTE;
const PART_FILES = 50;

/** Groups files into parts, one request each. */
export function partsOf(uploads: readonly Upload[]): Upload[][] {
  const parts: Upload[][] = [];
  let bytes = Infinity;
  for (const upload of uploads) {
    const part = parts.at(-1);
    if (part === undefined || part.length === PART_FILES || bytes + upload.file.size > PART_BYTES) {
      parts.push([upload]);
      bytes = upload.file.size;
    } else {
      part.push(upload);
      bytes += upload.file.size;
    }
  }
  return parts;
}

const topOf = (name: string): string => name.split('/')[0] ?? name;

/** Names in a folder that these files would replace or, for folders, merge into. */
export function conflictingNames(uploads: readonly Upload[], entries: readonly FileEntry[]): string[] {
  const there = new Set(entries.map(({ name }) => name));
  return [...new Set(uploads.map(({ name }) => topOf(name)))].filter((name) => there.has(name));
}

/** Renames the uploads to names that are free, e.g. `essay (2).txt`. A folder is numbered as a whole. */
export function withUniqueNames(uploads: readonly Upload[], entries: readonly FileEntry[]): Upload[] {
  const taken = new Set([...entries.map(({ name }) => name), ...uploads.map(({ name }) => topOf(name))]);
  const renamed = new Map<string, string>();
  for (const name of conflictingNames(uploads, entries)) {
    const isFolder = uploads.some((upload) => upload.name.startsWith(`${name}/`));
    const dot = isFolder ? -1 : name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let free = name;
    for (let copy = 2; taken.has(free); copy += 1) free = `${stem} (${String(copy)})${ending}`;
    taken.add(free);
    renamed.set(name, free);
  }
  return uploads.map(({ file, name }) => {
    const top = topOf(name);
    return { file, name: `${renamed.get(top) ?? top}${name.slice(top.length)}` };
  });
}

/** Hidden files of operating systems and Office: `.DS_Store`, `~$essay.docx` while it is open in Word. */
const HIDDEN = /^(?:\.|~\$)|^(?:Thumbs\.db|desktop\.ini)$/i;

/** The files of a chosen folder with their paths, without hidden files. */
export const readChosenFolder = (files: readonly File[]): Upload[] =>
  files
    .map((file) => ({ file, name: file.webkitRelativePath }))
    .filter(({ name }) => !name.split('/').some((part) => HIDDEN.test(part)));

/** All dropped files, including those in folders, without hidden files. */
export async function readDropped(transfer: DataTransfer): Promise<Upload[]> {
  // Read synchronously: the list is empty after the event.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: Upload[] = [];
  for (const entry of entries) await collect(entry, '', found);
  return found;
}

async function collect(entry: FileSystemEntry, folder: string, into: Upload[]): Promise<void> {
  if (HIDDEN.test(entry.name)) return;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    into.push({ file, name: `${folder}${entry.name}` });
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    for (;;) {
      // Returns entries in chunks; an empty chunk ends the list.
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (some.length === 0) return;
      for (const each of some) await collect(each, `${folder}${entry.name}/`, into);
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const OFFLINE = 'The connection was lost. Files that were already uploaded are kept.';

/** The server has refused all or some of a part. */
export class UploadError extends Error {
  override name = 'UploadError';
}

/**
 * Sends one part and reports how many bytes were sent, which `fetch` can't do.
 * @throws UploadError with the server's message; Error if the server can't be reached; the signal's reason if it
 * aborts.
 */
export function sendPart(
  folder: string,
  part: readonly Upload[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
): Promise<void> {
  const form = new FormData();
  form.append('path', folder);
  for (const { file, name } of part) form.append('file', file, name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('error', () => reject(new Error(OFFLINE)));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.addEventListener('load', () => {
      if (request.status === 201) resolve();
      else reject(new UploadError(messageOf(request)));
    });
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.open('POST', '/api/baiql/files');
    const headers = { Accept: 'application/json', ...pageAccountHeaders() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
  });
}

function messageOf({ responseText, status }: XMLHttpRequest): string {
  try {
    const body: unknown = JSON.parse(responseText);
    if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message);
  } catch {
    // A proxy's page: only the status is known.
  }
  return `The server answered with an error (${String(status)}). Please try again.`;
}
