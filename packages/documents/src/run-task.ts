import type { ChildProcess } from 'node:child_process';
import { DocumentError } from './document-error.js';
import type { Reply, Request, Task, TaskResults } from './protocol.js';
import { readFile } from 'node:fs/promises';

/**
 * Limits of one process and its tasks. Times are the processor's, so that a busy machine fails no document; by the clock
 * a task has a few times as long. Where the system does not tell processor time, the clock's stands in for it.
 */
export interface TaskLimits {
  /** A task ends when nothing (no page, no result) has come for so long. */
  readonly timeoutMs: number;
  /** A task ends after so long, even if it gets on. */
  readonly totalTimeoutMs: number;
  /** The same for a document whose pages may be read by OCR, which takes a second for each. */
  readonly ocrTimeoutMs: number;
  /** All memory of the process; a task that takes more ends. */
  readonly memoryMb: number;
}

const CHECK_MS = 200;
/** How many times longer than the processor's time a task may take by the clock. */
const PATIENCE = process.platform === 'linux' ? 6 : 1;
/** A process that was just started must load its program first, which counts for no document. */
const START_MS = 60_000;

/**
 * Sends a task to a process and waits for its answer. Settles in every case; what goes beyond a limit or is called off
 * is ended by killing the process, which may be in the middle of a loop that listens to nothing.
 * @throws DocumentError
 */
export async function runTask(
  child: ChildProcess,
  request: Request,
  limits: TaskLimits,
  errorOutput: () => string,
  signal?: AbortSignal,
): Promise<TaskResults[Task['kind']]> {
  const { name } = request.task;
  const settled = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      function giveUp(error: DocumentError): void {
        child.kill('SIGKILL');
        reject(error);
      }
      const watch = watchTask(child, request.task, limits, giveUp);
      function onReply(reply: Reply): void {
        if (reply.id !== request.id) return;
        if (reply.type === 'done') resolve(reply.result);
        else if (reply.type === 'failed') reject(new DocumentError(reply.code, reply.message));
        else watch.gotOn(reply.cpuMs);
      }
      function onEnd(code: number | null, killedBy: NodeJS.Signals | null): void {
        const output = errorOutput();
        const isFull = /heap out of memory|Allocation failed/u.test(output);
        reject(isFull ? outOfMemory(name) : crashed(name, `${killedBy ?? `exit code ${code}`}\n${output}`));
      }
      child.on('message', onReply);
      // Not at its exit: what it said last may still be under way.
      child.on('close', onEnd);
      signal?.addEventListener(
        'abort',
        () => {
          giveUp(calledOff(name));
        },
        { signal: settled.signal },
      );
      settled.signal.addEventListener('abort', () => {
        watch.stop();
        child.off('message', onReply);
        child.off('close', onEnd);
      });
      // A process that has ended cannot be sent to; that it has is told by close.
      child.send(request, () => undefined);
    });
  } finally {
    settled.abort();
  }
}

/** Looks after the limits of one task. */
interface Watch {
  /** The task has begun, or is getting on. @param cpuMs what the processor had done for its process by then. */
  gotOn(cpuMs: number): void;
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
  const mostMs = mayUseOcr(task) ? limits.ocrTimeoutMs : limits.totalTimeoutMs;
  let total: NodeJS.Timeout | undefined;
  let stall = setTimeout(onTimeout, START_MS);
  /** What the processor had done for the process when the task began, and when it last got on. */
  let begunAt: { taskMs: number; stepMs: number } | null = null;
  let hasStopped = false;
  const checks = setInterval(() => {
    void processUse(child.pid ?? 0).then((use) => {
      if (use === null || hasStopped) return;
      if (use.residentBytes > limits.memoryMb * 1024 * 1024) giveUp(outOfMemory(task.name));
      else if (begunAt !== null && isOver(use.cpuMs, begunAt)) onTimeout();
    });
  }, CHECK_MS);
  function isOver(cpuMs: number, { taskMs, stepMs }: { taskMs: number; stepMs: number }): boolean {
    return cpuMs - stepMs > limits.timeoutMs || cpuMs - taskMs > mostMs;
  }

  return {
    gotOn(cpuMs) {
      begunAt = { taskMs: begunAt?.taskMs ?? cpuMs, stepMs: cpuMs };
      clearTimeout(stall);
      stall = setTimeout(onTimeout, limits.timeoutMs * PATIENCE);
      total ??= setTimeout(onTimeout, mostMs * PATIENCE);
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

/** A document that nobody waits for any more. */
export function calledOff(name: string): DocumentError {
  return new DocumentError('aborted', `Reading ${name} was canceled.`);
}

function outOfMemory(name: string): DocumentError {
  return new DocumentError('out-of-memory', `${name} needs too much memory to read.`);
}

/** `how` is for who looks into it; the message is for people. */
function crashed(name: string, how: string): DocumentError {
  const cause = new Error(`The process that read it has ended: ${how}`);
  return new DocumentError('crashed', `${name} could not be read: it stopped the reader.`, { cause });
}

/** What a process takes. */
interface ProcessUse {
  /** All of its memory: a heap limit does not count what parsers take outside the heap (WebAssembly, pictures, buffers). */
  readonly residentBytes: number;
  /** The processor's time since its start. */
  readonly cpuMs: number;
}

const PAGE_BYTES = 4_096;
/** Linux counts processor time in hundredths of a second for programs, whatever its own clock does. */
const TICK_MS = 10;

/** Where in /proc/PID/stat, behind the program's name: see proc(5). */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const RESIDENT_PAGES = 21;

/** Null where the system does not say: it is told on Linux only. */
async function processUse(pid: number): Promise<ProcessUse | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name is in parentheses, and may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (index: number): number => Number(fields[index]);
  const residentBytes = field(RESIDENT_PAGES) * PAGE_BYTES;
  const cpuMs = (field(USER_TICKS) + field(SYSTEM_TICKS)) * TICK_MS;
  return Number.isFinite(residentBytes + cpuMs) ? { residentBytes, cpuMs } : null;
}
