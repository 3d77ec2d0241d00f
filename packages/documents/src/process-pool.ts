import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { startChild, type DocumentChild } from './child-process.js';
import { DocumentError } from './document-error.js';
import type { Task, TaskOf, TaskResults } from './protocol.js';
import { cancelledError, type TaskLimits } from './run-task.js';

/** A pool of child processes. */
export interface ProcessPool {
  /** @throws DocumentError */
  run<Kind extends Task['kind']>(task: TaskOf<Kind>, signal?: AbortSignal): Promise<TaskResults[Kind]>;
  /** Kills all processes; running and queued tasks fail with `aborted`. */
  close(): void;
}

export interface PoolLimits extends TaskLimits {
  readonly maxProcesses: number;
  /** Maximum queue length. */
  readonly maxWaiting: number;
  /** Idle processes end after this time: parsers hold much memory. */
  readonly idleMs: number;
}

/** Processes are replaced after this many documents, because parsers leak memory. */
const MAX_TASKS_A_PROCESS = 200;
/** The same when one keeps this part of its memory, which some decoders never return. */
const MAX_KEPT_MEMORY = 0.5;

/** Creates a pool; processes start on demand. */
export function createProcessPool(limits: PoolLimits): ProcessPool {
  const idle: { child: DocumentChild; ending: NodeJS.Timeout }[] = [];
  const queue = new PQueue({ concurrency: limits.maxProcesses });
  const closing = new AbortController();
  // Every queued task adds a listener.
  setMaxListeners(0, closing.signal);

  function takeIdle(): DocumentChild | null {
    for (let free = idle.pop(); free !== undefined; free = idle.pop()) {
      clearTimeout(free.ending);
      if (free.child.isAlive) return free.child;
    }
    return null;
  }

  function leave(child: DocumentChild): void {
    const isFull = child.residentMb > limits.memoryMb * MAX_KEPT_MEMORY;
    if (child.tasksDone >= MAX_TASKS_A_PROCESS || isFull || closing.signal.aborted) child.kill();
    if (child.isAlive) {
      const ending = setTimeout(() => {
        child.kill();
      }, limits.idleMs).unref();
      idle.push({ child, ending });
    }
  }

  return {
    async run<Kind extends Task['kind']>(task: TaskOf<Kind>, signal?: AbortSignal) {
      if (queue.size >= limits.maxWaiting) {
        throw new DocumentError('busy', `${task.name} cannot be read now: too many documents are waiting.`);
      }
      const either = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
      const work = async (): Promise<TaskResults[Kind]> => {
        const child = takeIdle() ?? startChild(limits);
        try {
          return await child.run(task, either);
        } finally {
          leave(child);
        }
      };
      return queue.add(work, { signal: either }).catch((error: unknown) => {
        throw either.aborted ? cancelledError(task.name) : error;
      });
    },
    close() {
      closing.abort();
      for (const { child, ending } of idle.splice(0)) {
        clearTimeout(ending);
        child.kill();
      }
    },
  };
}
