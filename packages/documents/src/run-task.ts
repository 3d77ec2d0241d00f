import type { ChildProcess } from 'node:child_process';
import { DocumentError } from './document-error.js';
import type { Reply, Request, Step, Task, TaskResults } from './protocol.js';
import { readFile } from 'node:fs/promises';

/**
 * Limits of one process and its tasks. Times are CPU time, so that a busy machine fails no document; the wall-clock
 * limits are several times as long. On systems that do not report CPU time, only wall-clock time counts.
 */
export interface TaskLimits {
  /** Maximum time without progress (a page, a result). */
  readonly timeoutMs: number;
  /** Maximum time to read one image or page with OCR. */
  readonly ocrStepTimeoutMs: number;
  /** Maximum total time, even with progress. */
  readonly totalTimeoutMs: number;
  /** The same for a document whose pages may need OCR, which takes about a second per page. */
  readonly ocrTimeoutMs: number;
  /** Maximum memory of the process. */
  readonly memoryMb: number;
}

/** What a task resulted in, and the memory its process keeps. */
export interface TaskOutcome {
  readonly result: TaskResults[Task['kind']];
  readonly residentBytes: number;
}

const CHECK_MS = 200;
/** Wall-clock limits as a multiple of CPU limits. */
const WALL_CLOCK_FACTOR = process.platform === 'linux' ? 6 : 1;
/** A new process must load its program first, which does not count for a document. */
const START_MS = 60_000;

/**
 * Sends a task to a process and waits for its result. Always settles; a task that exceeds a limit or is cancelled is
 * ended by killing the process, which may be in a blocking loop.
 * @throws DocumentError
 */
export async function runTask(
  child: ChildProcess,
  request: Request,
  limits: TaskLimits,
  errorOutput: () => string,
  signal?: AbortSignal,
): Promise<TaskOutcome> {
  const { name } = request.task;
  const settled = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      function fail(error: DocumentError): void {
        child.kill('SIGKILL');
        reject(error);
      }
      const watch = watchTask(child, request.task, limits, fail);
      function onReply(reply: Reply): void {
        if (reply.id !== request.id) return;
        if (reply.type === 'done') resolve(reply);
        else if (reply.type === 'failed') reject(new DocumentError(reply.code, reply.message));
        else watch.progressed(reply.cpuMs, reply.step);
      }
      function onEnd(code: number | null, killedBy: NodeJS.Signals | null): void {
        const output = errorOutput();
        const isFull = /heap out of memory|Allocation failed/u.test(output);
        reject(isFull ? outOfMemory(name) : crashed(name, `${killedBy ?? `exit code ${code}`}\n${output}`));
      }
      child.on('message', onReply);
      // Not on `exit`: its last message may still be in transit.
      child.on('close', onEnd);
      signal?.addEventListener(
        'abort',
        () => {
          fail(cancelledError(name));
        },
        { signal: settled.signal },
      );
      settled.signal.addEventListener('abort', () => {
        watch.stop();
        child.off('message', onReply);
        child.off('close', onEnd);
      });
      // Sending to an ended process fails; `close` reports its end.
      child.send(request, () => undefined);
    });
  } finally {
    settled.abort();
  }
}

/** Enforces the limits of one task. */
interface Watch {
  /** The task begins a step. @param cpuMs CPU time of its process at that moment. */
  progressed(cpuMs: number, step: Step): void;
  stop(): void;
}

function watchTask(
  child: ChildProcess,
  task: Task,
  limits: TaskLimits,
  giveUp: (error: DocumentError) => void,
): Watch {
  const onTimeout = (): void => {
    giveUp(new DocumentError('timed-out', `${task.name} took too long to read.`));
  };
  const maxMs = mayUseOcr(task) ? limits.ocrTimeoutMs : limits.totalTimeoutMs;
  let total: NodeJS.Timeout | undefined;
  let stall = setTimeout(onTimeout, START_MS);
  /** CPU time of the process when the task and its latest step began, and the step's limit. */
  let begunAt: { taskMs: number; stepMs: number; maxStepMs: number } | null = null;
  let hasStopped = false;
  const checks = setInterval(() => {
    void processUse(child.pid ?? 0).then((use) => {
      if (use === null || hasStopped) return;
      if (use.residentBytes > limits.memoryMb * 1024 * 1024) giveUp(outOfMemory(task.name));
      else if (begunAt !== null && isOver(use.cpuMs, begunAt)) onTimeout();
    });
  }, CHECK_MS);
  function isOver(cpuMs: number, { taskMs, stepMs, maxStepMs }: NonNullable<typeof begunAt>): boolean {
    return cpuMs - stepMs > maxStepMs || cpuMs - taskMs > maxMs;
  }

  return {
    progressed(cpuMs, step) {
      const maxStepMs = step === 'ocr' ? limits.ocrStepTimeoutMs : limits.timeoutMs;
      begunAt = { taskMs: begunAt?.taskMs ?? cpuMs, stepMs: cpuMs, maxStepMs };
      clearTimeout(stall);
      stall = setTimeout(onTimeout, maxStepMs * WALL_CLOCK_FACTOR);
      total ??= setTimeout(onTimeout, maxMs * WALL_CLOCK_FACTOR);
    },
    stop() {
      hasStopped = true;
      clearTimeout(stall);
      clearTimeout(total);
      clearInterval(checks);
    },
  };
}

const mayUseOcr = (task: Task): boolean => task.kind === 'read' && task.options.ocr === true;

/** The error of a cancelled document. */
export function cancelledError(name: string): DocumentError {
  return new DocumentError('aborted', `Reading ${name} was canceled.`);
}

function outOfMemory(name: string): DocumentError {
  return new DocumentError('out-of-memory', `${name} needs too much memory to read.`);
}

/** `how` is for diagnosis; the message is user-facing. */
function crashed(name: string, how: string): DocumentError {
  const cause = new Error(`The process that read it has ended: ${how}`);
  return new DocumentError('crashed', `${name} could not be read: it stopped the reader.`, { cause });
}

/** A process's resource usage. */
interface ProcessUse {
  /**
   * Resident memory: a heap limit does not cover what parsers allocate outside the heap (WebAssembly, images, buffers).
   */
  readonly residentBytes: number;
  /** CPU time since its start. */
  readonly cpuMs: number;
}

const PAGE_BYTES = 4_096;
/** Linux reports CPU time in hundredths of a second, whatever its own clock rate. */
const TICK_MS = 10;

/** Field positions in /proc/PID/stat after the program's name: see proc(5). */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const RESIDENT_PAGES = 21;

/** Null on systems other than Linux. */
async function processUse(pid: number): Promise<ProcessUse | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name is in parentheses, and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (index: number): number => Number(fields[index]);
  const residentBytes = field(RESIDENT_PAGES) * PAGE_BYTES;
  const cpuMs = (field(USER_TICKS) + field(SYSTEM_TICKS)) * TICK_MS;
  return Number.isFinite(residentBytes + cpuMs) ? { residentBytes, cpuMs } : null;
}
