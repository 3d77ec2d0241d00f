import { setImmediate } from 'node:timers/promises';
import {
  charactersOf,
  type FileRecord,
  type LogLine,
  type MemoChanges,
  type RunProgress,
  type TransactionResult,
} from '@promptwell/baiql-runtime';
import type { Logger } from '~/core/server/logger.server';
import {
  MAX_LINES,
  type CarriedCorrection,
  type Claim,
  type RunStore,
  type RunWrite,
  type StoredReply,
} from '../store/run-store.server';
import { createDiskSpaceWait, isDiskFault, type DiskSpaceWait } from './wait-for-disk-space.server';

/**
 * Writes that no one waits for (log lines, progress, reusable replies) reach the disk within this time, or with the
 * next checkpoint.
 */
const FLUSH_INTERVAL_MS = 250;
/**
 * Yields to the event loop after this many lines: a script may produce ten thousand at once, and a hundred results may
 * have a thousand lines each.
 */
const LINES_PER_WRITE = 500;
const CHARACTERS_PER_WRITE = 300_000;

/** Batches the writes of one run, so that many rows share a commit. */
export interface RunRecorder {
  checkpoint(results: readonly TransactionResult[]): Promise<void>;
  saveMemo(changes: MemoChanges): Promise<void>;
  recordFiles(written: readonly FileRecord[], gone: readonly string[]): Promise<void>;
  log(lines: readonly LogLine[]): void;
  progress(progress: RunProgress): void;
  /** Makes a reply available to identical requests; stored with the next write. */
  keepReply(reply: StoredReply): void;
  /** Stored with the next write. */
  keepCorrection(correction: CarriedCorrection): void;
  /** A reply that is not yet stored. */
  pendingReply(fingerprint: string): StoredReply | undefined;
  /** Resolves once everything handed over is durable. */
  flush(): Promise<void>;
  /** The latest progress from the engine. */
  readonly latest: RunProgress | null;
  /** Counts a hold as in flight until the returned function is called with the charge. */
  hold(amountMicroUsd: bigint): (chargedMicroUsd: number) => void;
  /** Sum of the holds in flight. */
  readonly heldMicroUsd: number;
  /** The total charge of the run, earlier parts included, once `begin` has set it. */
  readonly chargedMicroUsd: number;
  begin(chargedMicroUsd: number): void;
  /** Makes writes wait for disk space, so that nothing is lost. */
  readonly diskSpace: DiskSpaceWait;
  /** Stops waiting: writes that still fail are errors. */
  stopWaiting(): void;
}

export function createRunRecorder({
  store,
  claim,
  log,
  onWritten,
}: {
  store: RunStore;
  claim: Claim;
  log: Logger;
  /** Called when there is new data to read. */
  onWritten: () => void;
}): RunRecorder {
  let pending = nothing();
  let latest: RunProgress | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const unwritten = new Map<string, StoredReply>();
  let heldMicroUsd = 0;
  let chargedMicroUsd = 0;
  const stopping = new AbortController();
  const diskSpace = createDiskSpaceWait((wait) => {
    log.warn({ executionId: claim.executionId, ...wait }, 'a run waits for the disk');
    onWritten();
  });
  const whenDiskHasSpace = <T>(work: () => Promise<T>): Promise<T> =>
    diskSpace.until(work, isDiskFault, stopping.signal);

  /** Serializes writes, so that the latest progress and memo win. */
  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const next = pending;
    pending = nothing();
    writing = writing.catch(() => undefined).then(() => perform(next));
    return writing;
  }

  async function perform(next: Pending): Promise<void> {
    if (isEmpty(next)) return;
    const { replies } = next;
    for (const part of splitWrite(next)) {
      await whenDiskHasSpace(() => store.write(claim, part));
      // A write on a free connection completes synchronously, so yield to the event loop.
      await setImmediate();
    }
    await whenDiskHasSpace(() => store.write(claim, next));
    for (const { fingerprint } of replies) unwritten.delete(fingerprint);
    onWritten();
  }

  function writeSoon(): void {
    timer ??= setTimeout(() => {
      // The next checkpoint reports a lost lease or a full disk to the engine.
      write().catch((err: unknown) => {
        log.warn({ err, executionId: claim.executionId }, 'the progress of a run could not be written');
      });
    }, FLUSH_INTERVAL_MS);
  }

  return {
    checkpoint: (results) => {
      for (const result of results) pending.results.push(result);
      return write();
    },
    saveMemo: (changes) => {
      pending.memo = { ...pending.memo, ...changes };
      return write();
    },
    recordFiles: async (written, gone) => {
      await whenDiskHasSpace(() => store.recordFiles(claim, written, gone));
      onWritten();
    },
    log: (lines) => {
      for (const line of lines) pending.lines.push(line);
      // Bounds memory while the database is slow; older lines would be removed anyway.
      if (pending.lines.length > 2 * MAX_LINES) pending.lines = pending.lines.slice(-MAX_LINES);
      writeSoon();
    },
    progress: (progress) => {
      latest = progress;
      pending.totals = progress.totals;
      writeSoon();
    },
    keepReply: (reply) => {
      pending.replies.push(reply);
      unwritten.set(reply.fingerprint, reply);
      writeSoon();
    },
    keepCorrection: (correction) => {
      pending.corrections.push(correction);
      writeSoon();
    },
    pendingReply: (fingerprint) => unwritten.get(fingerprint),
    flush: write,
    get latest() {
      return latest;
    },
    hold: (amountMicroUsd) => {
      const amount = Number(amountMicroUsd);
      heldMicroUsd += amount;
      return (charged) => {
        heldMicroUsd -= amount;
        chargedMicroUsd += charged;
      };
    },
    get heldMicroUsd() {
      return heldMicroUsd;
    },
    get chargedMicroUsd() {
      return chargedMicroUsd;
    },
    begin: (charged) => {
      chargedMicroUsd = charged;
    },
    diskSpace,
    stopWaiting: () => stopping.abort(),
  };
}

/** Splits off the leading parts of a large write. Each part is consistent if the process ends after it. */
function* splitWrite(write: Pending): Generator<RunWrite> {
  // Before the results that reject some of them.
  if (write.replies.length > 0 && countFitting(write.results) < write.results.length) {
    yield { ...nothing(), replies: write.replies, corrections: write.corrections };
    write.replies = [];
    write.corrections = [];
  }
  while (write.lines.length > LINES_PER_WRITE)
    yield { ...nothing(), lines: write.lines.splice(0, LINES_PER_WRITE) };
  for (;;) {
    const count = countFitting(write.results);
    if (count === write.results.length) return;
    yield { ...nothing(), results: write.results.splice(0, count) };
  }
}

function countFitting(results: readonly TransactionResult[]): number {
  let characters = 0;
  for (const [index, result] of results.entries()) {
    characters += charactersOf(result);
    if (characters > CHARACTERS_PER_WRITE && index > 0) return index;
  }
  return results.length;
}

interface Pending extends RunWrite {
  results: TransactionResult[];
  lines: LogLine[];
  replies: StoredReply[];
  corrections: CarriedCorrection[];
}

const nothing = (): Pending => ({
  results: [],
  lines: [],
  replies: [],
  corrections: [],
  totals: null,
  memo: null,
});

const isEmpty = ({ results, lines, replies, corrections, totals, memo }: RunWrite): boolean =>
  results.length + lines.length + replies.length + corrections.length === 0 &&
  totals === null &&
  memo === null;
