import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { LIMITS, leftOutLine } from '../interpreter/limits.js';
import {
  createFileWriter,
  OutputError,
  PLAIN_DELIVERY,
  suffixedFile,
  type Delivery,
  type WrittenFile,
} from '../outputs/index.js';
import { createSpool } from '../outputs/spool.js';
import { isWithin, sanitizeName, toVirtualPath, type Area } from '../paths/index.js';

/** Lines of other batches' transactions for the same log, in order. */
export interface LogOfOthers {
  before(): AsyncIterable<readonly string[]>;
  after(): AsyncIterable<readonly string[]>;
}

/**
 * The file of MAKE_LOG: the lines of WRITE_LOG in transaction order, whatever order they ended in. Batches may share
 * one, for example if MAKE_LOG precedes all of them.
 */
export interface LogFile {
  /** Virtual path. */
  readonly path: string;
  add(number: number, lines: readonly string[]): Promise<void>;
  /**
   * Writes the file, with the same suffix as the outputs. May be called again after more lines.
   * @throws OutputError, FileError.
   */
  finish(delivery?: Delivery, isSuffixed?: boolean): Promise<WrittenFile>;
  close(): Promise<void>;
}

export interface LogFileOptions {
  readonly area: Area;
  /** As written in the script; relative to PATH_OUT. */
  readonly written: string;
  readonly pathOut: string;
  readonly scratchFolder: string;
  /** Quota of all files of the area; absent for no limit. */
  readonly quotaBytes?: number;
  readonly others?: LogOfOthers;
}

/** Below PATH_OUT every name is sanitized, as for uploads. */
function safeLogPath(written: string, pathOut: string): string {
  const virtual = toVirtualPath(written, pathOut);
  if (!isWithin(virtual, pathOut)) {
    throw new OutputError('bad-path', `The log must be inside ${pathOut}, and ${virtual} isn’t.`);
  }
  const names = virtual.slice(pathOut.length).split('/');
  return pathOut + names.map((name) => sanitizeName(name, 'log')).join('/');
}

/** @throws OutputError `bad-path`; FileError if the path leaves the area. */
export async function openLogFile(options: LogFileOptions): Promise<LogFile> {
  const { area, written, pathOut, scratchFolder, quotaBytes, others } = options;
  const virtual = safeLogPath(written, pathOut);
  const spool = await createSpool<readonly string[]>(
    path.join(scratchFolder, `${randomBytes(8).toString('hex')}.log`),
  );

  async function* ofAllBatches(): AsyncGenerator<readonly string[]> {
    if (others !== undefined) yield* others.before();
    yield* spool.inOrder();
    if (others !== undefined) yield* others.after();
  }

  async function* allLines(): AsyncGenerator<string> {
    let room: number = LIMITS.runLogLines;
    let leftOut = 0;
    for await (const lines of ofAllBatches()) {
      const kept = lines.slice(0, room);
      room -= kept.length;
      leftOut += lines.length - kept.length;
      yield kept.map((line) => `${line}\n`).join('');
    }
    if (leftOut > 0) yield `${leftOutLine(leftOut, 'run')}\n`;
  }

  return {
    path: virtual,
    add: (number, lines) => spool.put(number, 0, lines),
    async finish(delivery = PLAIN_DELIVERY, isSuffixed = false) {
      const { executionId, suffix } = delivery;
      const isBeside = suffix !== '' && (isSuffixed || (await delivery.isTaken([virtual])));
      const writeFile = await createFileWriter(area, quotaBytes, executionId);
      return writeFile(isBeside ? suffixedFile(virtual, suffix) : virtual, allLines());
    },
    close: () => spool.close(),
  };
}
