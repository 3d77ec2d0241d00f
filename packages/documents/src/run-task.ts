import type { ChildProcess } from 'node:child_process';
import { DocumentError } from './document-error.js';
import type { Reply, Request, Task, TaskResults } from './protocol.js';
import { residentBytes } from './resident-memory.js';

/** Limits of one process and its tasks. */
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

const MEMORY_CHECK_MS = 200;
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
  const until = { signal: settled.signal };
  try {
    return await new Promise((resolve, reject) => {
      function giveUp(error: DocumentError): void {
        child.kill('SIGKILL');
        reject(error);
      }
      function onTimeout(): void {
        giveUp(new DocumentError('timed-out', `${name} took too long to read.`));
      }
      let total: NodeJS.Timeout | undefined;
      let stall = setTimeout(onTimeout, START_MS);
      const memory = setInterval(() => {
        void residentBytes(child.pid ?? 0).then((bytes) => {
          const tooMuch = bytes !== null && bytes > limits.memoryMb * 1024 * 1024;
          if (tooMuch && !settled.signal.aborted) giveUp(outOfMemory(name));
        });
      }, MEMORY_CHECK_MS);

      function onReply(reply: Reply): void {
        if (reply.id !== request.id) return;
        if (reply.type === 'done') resolve(reply.result);
        else if (reply.type === 'failed') reject(new DocumentError(reply.code, reply.message));
        else {
          clearTimeout(stall);
          stall = setTimeout(onTimeout, limits.timeoutMs);
          total ??= setTimeout(
            onTimeout,
            mayUseOcr(request.task) ? limits.ocrTimeoutMs : limits.totalTimeoutMs,
          );
        }
      }
      function onEnd(): void {
        reject(
          /heap out of memory|Allocation failed/u.test(errorOutput()) ? outOfMemory(name) : crashed(name),
        );
      }
      child.on('message', onReply);
      // Not at its exit: what it said last may still be under way.
      child.on('close', onEnd);
      signal?.addEventListener(
        'abort',
        () => {
          giveUp(calledOff(name));
        },
        until,
      );
      settled.signal.addEventListener('abort', () => {
        clearTimeout(stall);
        clearTimeout(total);
        clearInterval(memory);
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

const mayUseOcr = (task: Task): boolean => task.kind === 'read' && task.options.ocr === true;

/** A document that nobody waits for any more. */
export function calledOff(name: string): DocumentError {
  return new DocumentError('aborted', `Reading ${name} was called off.`);
}

function outOfMemory(name: string): DocumentError {
  return new DocumentError('out-of-memory', `${name} needs too much memory to read.`);
}

function crashed(name: string): DocumentError {
  return new DocumentError('crashed', `${name} could not be read: it stopped the reader.`);
}
