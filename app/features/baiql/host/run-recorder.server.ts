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
import type { Claim } from '../store/leases.server';
import { MAX_LINES } from '../store/log-lines.server';
import type { StoredReply } from '../store/replies.server';
import type { RunStore, RunWrite } from '../store/run-store.server';
import { createRoomWait, isOutOfRoom, type RoomWait } from './wait-for-room.server';

/** What is not waited for (lines, progress, replies to be reused) is on disk after this time, or with the next checkpoint. */
const FLUSH_INTERVAL_MS = 250;
/**
 * The event loop turns after so much was written: a chatty script hands over ten thousand lines at a time, and a hundred
 * results of a thousand lines each.
 */
const LINES_A_WRITE = 500;
const CHARACTERS_A_WRITE = 300_000;

/** Gathers what one run has to write, so that many rows share a commit. */
export interface RunRecorder {
  checkpoint(results: readonly TransactionResult[]): Promise<void>;
  saveMemo(changes: MemoChanges): Promise<void>;
  recordFiles(written: readonly FileRecord[], gone: readonly string[]): Promise<void>;
  log(lines: readonly LogLine[]): void;
  progress(progress: RunProgress): void;
  /** May answer an identical request from now on; on disk with the next write. */
  keepReply(reply: StoredReply): void;
  /** A reply that is kept and not yet on disk. */
  pendingReply(fingerprint: string): StoredReply | undefined;
  /** Everything that was handed over is durable when it resolves. */
  flush(): Promise<void>;
  /** Where the run stands, as the engine said last. */
  readonly latest: RunProgress | null;
  /** Money is set aside for a request that is out, until what is returned is called with what it was charged. */
  hold(amountMicroUsd: bigint): (chargedMicroUsd: number) => void;
  /** What requests that are out have set aside. */
  readonly heldMicroUsd: number;
  /** All that the run was charged, before this part of it too, once `begin` has said what that is. */
  readonly chargedMicroUsd: number;
  begin(chargedMicroUsd: number): void;
  /** What has to be written waits for room on the disk, and nothing is lost. */
  readonly room: RoomWait;
  /** No longer: what cannot be written now fails. */
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
  /** Something new can be read. */
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
  const room = createRoomWait((isWaiting) => {
    log.warn({ executionId: claim.executionId, isWaiting }, 'a run waits for room on the disk');
    onWritten();
  });
  const whenThereIsRoom = <T>(work: () => Promise<T>): Promise<T> =>
    room.until(work, isOutOfRoom, stopping.signal);

  /** Writes follow one another, so that the latest progress and parts of the memo are the ones that stay. */
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
    for (const part of inParts(next)) {
      await whenThereIsRoom(() => store.write(claim, part));
      // A write on a free connection is done at once, within this turn.
      await setImmediate();
    }
    await whenThereIsRoom(() => store.write(claim, next));
    for (const { fingerprint } of replies) unwritten.delete(fingerprint);
    onWritten();
  }

  function writeSoon(): void {
    timer ??= setTimeout(() => {
      // A lost lease or a full disk is told to the engine by the next checkpoint.
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
      await whenThereIsRoom(() => store.recordFiles(claim, written, gone));
      onWritten();
    },
    log: (lines) => {
      for (const line of lines) pending.lines.push(line);
      // No more than are kept of a run, however long the database takes.
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
    room,
    stopWaiting: () => stopping.abort(),
  };
}

/** Takes out of a large write what goes before it. Each part is sound by itself, should the process end after it. */
function* inParts(write: Pending): Generator<RunWrite> {
  // Before the results that say which of them could not be used.
  if (write.replies.length > 0 && howManyFit(write.results) < write.results.length) {
    yield { ...nothing(), replies: write.replies };
    write.replies = [];
  }
  while (write.lines.length > LINES_A_WRITE)
    yield { ...nothing(), lines: write.lines.splice(0, LINES_A_WRITE) };
  for (;;) {
    const count = howManyFit(write.results);
    if (count === write.results.length) return;
    yield { ...nothing(), results: write.results.splice(0, count) };
  }
}

function howManyFit(results: readonly TransactionResult[]): number {
  let characters = 0;
  for (const [index, result] of results.entries()) {
    characters += charactersOf(result);
    if (characters > CHARACTERS_A_WRITE && index > 0) return index;
  }
  return results.length;
}

interface Pending extends RunWrite {
  results: TransactionResult[];
  lines: LogLine[];
  replies: StoredReply[];
}

const nothing = (): Pending => ({ results: [], lines: [], replies: [], totals: null, memo: null });

const isEmpty = ({ results, lines, replies, totals, memo }: RunWrite): boolean =>
  results.length + lines.length + replies.length === 0 && totals === null && memo === null;
