import { stat } from 'node:fs/promises';
import path from 'node:path';
import { DocumentError } from './document-error.js';
import type { AudioFacts } from './parse/audio-facts.js';
import { MAX_AUDIO_BYTES, MAX_OTHER_BYTES, MAX_PDF_BYTES } from './limits.js';
import { kindOfName, unsupported } from './document-kind.js';
import { createProcessPool, type PoolLimits } from './process-pool.js';
import type { DocumentText, ImageOptions, ReadOptions, WorkbookStart } from './protocol.js';

export interface DocumentReaderOptions {
  /** Documents read concurrently. Defaults to 2. */
  readonly maxProcesses?: number;
  /**
   * Maximum CPU time of one step of a document (a page, or the whole document for other formats). Defaults to 10,000.
   * Wall-clock time may be six times as long, also for the limits below.
   */
  readonly timeoutMs?: number;
  /** Maximum CPU time to read one image or page with OCR. Defaults to twice `timeoutMs`. */
  readonly ocrStepTimeoutMs?: number;
  /** Maximum CPU time of a whole document. Defaults to that of one step. */
  readonly totalTimeoutMs?: number;
  /** The same for a document that may need OCR. Defaults to ten times `timeoutMs`. */
  readonly ocrTimeoutMs?: number;
  /** Memory per process, in MiB. Defaults to 1,024. */
  readonly memoryMb?: number;
  /** Maximum queue length. Defaults to 10,000. */
  readonly maxWaiting?: number;
}

/**
 * Options shared by all requests. `name` is used in messages and to determine the file type; defaults to the path's.
 */
export interface FileRequest {
  readonly name?: string;
  readonly signal?: AbortSignal;
}

/** Reads documents in child processes, so that no file can block or exhaust this one. */
export interface DocumentReader {
  /** The text of a file with one of `READABLE_EXTENSIONS`; `ms` includes waiting. @throws DocumentError */
  read(filePath: string, options?: ReadOptions & FileRequest): Promise<DocumentText & { ms: number }>;
  /** Renders an image, or a page of a PDF or a TIFF, as PNG. @throws DocumentError */
  renderImage(filePath: string, options?: ImageOptions & FileRequest): Promise<Uint8Array>;
  /** The format and duration of a recording. @throws DocumentError */
  readAudio(filePath: string, request?: FileRequest): Promise<AudioFacts>;
  /** The first non-empty rows of a workbook's first sheet, as texts. @throws DocumentError */
  readSheetRows(
    filePath: string,
    count: number,
    request?: FileRequest,
  ): Promise<readonly (readonly string[])[]>;
  /** How a workbook begins: its first sheet, and the others where it is small. @throws DocumentError */
  readSheetStart(filePath: string, count: number, request?: FileRequest): Promise<WorkbookStart>;
  /** Ends all processes; reads in progress fail with `aborted`. */
  close(): void;
}

/** Creates a reader. No process starts before the first document. */
export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const pool = createProcessPool(limitsOf(options));

  return {
    async read(filePath, { name = path.basename(filePath), signal, ...readOptions } = {}) {
      const startedMs = performance.now();
      await checkFile(filePath, name);
      const result = await pool.run({ kind: 'read', path: filePath, name, options: readOptions }, signal);
      return { ...result, ms: Math.round(performance.now() - startedMs) };
    },
    async renderImage(filePath, { name = path.basename(filePath), signal, ...options } = {}) {
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

/** The options with defaults applied. */
export function limitsOf(options: DocumentReaderOptions): PoolLimits {
  const timeoutMs = options.timeoutMs ?? 10_000;
  return {
    maxProcesses: options.maxProcesses ?? 2,
    timeoutMs,
    ocrStepTimeoutMs: options.ocrStepTimeoutMs ?? timeoutMs * 2,
    totalTimeoutMs: options.totalTimeoutMs ?? timeoutMs,
    ocrTimeoutMs: options.ocrTimeoutMs ?? timeoutMs * 10,
    memoryMb: options.memoryMb ?? 1_024,
    maxWaiting: options.maxWaiting ?? 10_000,
    idleMs: 30_000,
  };
}

/** Checks that need no process. */
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
