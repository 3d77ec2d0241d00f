import { stat } from 'node:fs/promises';
import path from 'node:path';
import { DocumentError } from './document-error.js';
import type { AudioFacts } from './parse/audio-facts.js';
import { MAX_AUDIO_BYTES, MAX_OTHER_BYTES, MAX_PDF_BYTES } from './limits.js';
import { kindOfName, unsupported } from './document-kind.js';
import { createProcessPool, type PoolLimits } from './process-pool.js';
import type { DocumentText, PictureOptions, ReadOptions, SheetStart } from './protocol.js';

export interface DocumentReaderOptions {
  /** Documents that are read at once; 2 when absent. */
  readonly maxProcesses?: number;
  /**
   * How much of the processor's time one step of a document (a page, or the whole of anything else) may take; 10,000 when
   * absent. By the clock it may take six times as long, as these others may.
   */
  readonly timeoutMs?: number;
  /** How much a whole document may take; as much as one step when absent. */
  readonly totalTimeoutMs?: number;
  /** The same for a document that may be read by OCR; ten times `timeoutMs` when absent. */
  readonly ocrTimeoutMs?: number;
  /** Memory of one process, in MiB; 1,024 when absent. */
  readonly memoryMb?: number;
  /** Documents that may wait; 10,000 when absent. */
  readonly maxWaiting?: number;
}

/** A request on top of what is read. `name` is what messages call the file (and gives its kind); the path's when absent. */
export interface FileRequest {
  readonly name?: string;
  readonly signal?: AbortSignal;
}

/** Reads documents in child processes, so that no file can stop or fill this one. */
export interface DocumentReader {
  /** The text of a txt, md, csv, json, html, docx, pdf, png, jpg, webp or heic file; `ms` includes waiting. @throws DocumentError */
  read(filePath: string, options?: ReadOptions & FileRequest): Promise<DocumentText & { ms: number }>;
  /** A png, jpg, webp or heic picture, or a PDF's page, as PNG. @throws DocumentError */
  renderPicture(filePath: string, options?: PictureOptions & FileRequest): Promise<Uint8Array>;
  /** What a recording is and how long it takes. @throws DocumentError */
  readAudio(filePath: string, request?: FileRequest): Promise<AudioFacts>;
  /** The first rows of a workbook's first sheet that hold anything, as texts. @throws DocumentError */
  readSheetRows(
    filePath: string,
    count: number,
    request?: FileRequest,
  ): Promise<readonly (readonly string[])[]>;
  /** How a workbook's first sheet begins. @throws DocumentError */
  readSheetStart(filePath: string, count: number, request?: FileRequest): Promise<SheetStart>;
  /** Ends all processes; what is being read fails with `aborted`. */
  close(): void;
}

/** Makes a reader. Nothing is started before the first document. */
export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const pool = createProcessPool(limitsOf(options));

  return {
    async read(filePath, { name = path.basename(filePath), signal, ...readOptions } = {}) {
      const startedMs = performance.now();
      await checkFile(filePath, name);
      const result = await pool.run({ kind: 'read', path: filePath, name, options: readOptions }, signal);
      return { ...result, ms: Math.round(performance.now() - startedMs) };
    },
    async renderPicture(filePath, { name = path.basename(filePath), signal, ...options } = {}) {
      await checkFile(filePath, name);
      return pool.run({ kind: 'picture', path: filePath, name, options }, signal);
    },
    async readAudio(filePath, { name = path.basename(filePath), signal } = {}) {
      await checkSize(filePath, name, MAX_AUDIO_BYTES);
      return pool.run({ kind: 'audio', path: filePath, name }, signal);
    },
    async readSheetRows(filePath, count, { name = path.basename(filePath), signal } = {}) {
      await checkSize(filePath, name, MAX_OTHER_BYTES);
      return pool.run({ kind: 'sheet-rows', path: filePath, name, count }, signal);
    },
    async readSheetStart(filePath, count, { name = path.basename(filePath), signal } = {}) {
      await checkSize(filePath, name, MAX_OTHER_BYTES);
      return pool.run({ kind: 'sheet-start', path: filePath, name, count }, signal);
    },
    close: () => {
      pool.close();
    },
  };
}

/** The limits with which a reader works: what was asked for, and elsewhere the usual ones. */
export function limitsOf(options: DocumentReaderOptions): PoolLimits {
  const timeoutMs = options.timeoutMs ?? 10_000;
  return {
    maxProcesses: options.maxProcesses ?? 2,
    timeoutMs,
    totalTimeoutMs: options.totalTimeoutMs ?? timeoutMs,
    ocrTimeoutMs: options.ocrTimeoutMs ?? timeoutMs * 10,
    memoryMb: options.memoryMb ?? 1_024,
    maxWaiting: options.maxWaiting ?? 10_000,
    idleMs: 30_000,
  };
}

/** What can be refused without starting anything. */
async function checkFile(filePath: string, name: string): Promise<void> {
  const kind = kindOfName(name);
  if (kind === null) throw unsupported(name);
  await checkSize(filePath, name, kind === 'pdf' ? MAX_PDF_BYTES : MAX_OTHER_BYTES);
}

async function checkSize(filePath: string, name: string, maxBytes: number): Promise<void> {
  const info = await stat(filePath).catch(() => null);
  if (info?.isFile() !== true) throw new DocumentError('not-found', `There is no file ${name}.`);
  if (info.size <= maxBytes) return;
  throw new DocumentError('too-large', `File too large: ${name} exceeds ${maxBytes / (1024 * 1024)} MB.`);
}
