import { Worker } from 'node:worker_threads';
import type { StateWrite, WriteGroup, WrittenGroup } from './writes.js';

/** Writes into a state file. */
export interface StateWriter {
  /** Durable when it resolves. @throws Error if it was rejected, or the file is not writable. */
  write(write: StateWrite): Promise<void>;
  /** Why the file is not writable, as a sentence; null while it is. */
  readonly trouble: string | null;
  /** Waits for pending writes. */
  close(): Promise<void>;
}

interface Waiting {
  readonly write: StateWrite;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** One commit at a time, on a separate thread; writes that arrive in the meantime share the next one (group commit). */
export function createStateWriter(file: string): StateWriter {
  const thread = startThread(file);
  let waiting: Waiting[] = [];
  let underWay: readonly Waiting[] = [];
  let broken: Error | null = null;
  let trouble: string | null = null;
  let whenIdle: (() => void) | null = null;

  function next(): void {
    if (underWay.length > 0) return;
    if (waiting.length === 0) {
      thread.unref();
      whenIdle?.();
      return;
    }
    underWay = waiting;
    waiting = [];
    thread.ref();
    thread.postMessage({ writes: underWay.map(({ write }) => write) } satisfies WriteGroup);
  }

  thread.on('message', ({ refusals, trouble: reportedTrouble }: WrittenGroup) => {
    trouble = reportedTrouble;
    const group = underWay;
    underWay = [];
    for (const [index, { resolve, reject }] of group.entries()) {
      const refusal = refusals[index] ?? null;
      if (refusal === null) resolve();
      else reject(new Error(refusal));
    }
    next();
  });
  thread.on('error', (error) => {
    broken = error instanceof Error ? error : new Error(String(error));
    for (const { reject } of [...underWay, ...waiting]) reject(broken);
    underWay = [];
    waiting = [];
    whenIdle?.();
  });
  thread.unref();

  return {
    write: (write) =>
      new Promise((resolve, reject) => {
        if (broken !== null) {
          reject(broken);
          return;
        }
        waiting.push({ write, resolve, reject });
        next();
      }),
    get trouble() {
      return trouble;
    },
    async close() {
      if (underWay.length > 0 || waiting.length > 0) {
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
        });
      }
      await thread.terminate();
    },
  };
}

function startThread(file: string): Worker {
  // The thread's program is beside this bundle. Run from source (in tests), a thread cannot load TypeScript.
  const fromSources = import.meta.url.endsWith('.ts');
  const program = fromSources ? '../../../dist/state-writer-thread.js' : './state-writer-thread.js';
  return new Worker(new URL(program, import.meta.url), { workerData: file, env: {} });
}
