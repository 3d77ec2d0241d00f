import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Task, TaskOf, TaskResults } from './protocol.js';
import { cancelledError, runTask, type TaskLimits } from './run-task.js';

/** A child process that executes one task at a time and can be killed. */
export interface DocumentChild {
  /** Always settles. After a failure that ended the process, `isAlive` is false. @throws DocumentError */
  run<Kind extends Task['kind']>(task: TaskOf<Kind>, signal?: AbortSignal): Promise<TaskResults[Kind]>;
  readonly isAlive: boolean;
  readonly tasksDone: number;
  /** Memory it kept after its latest task. */
  readonly residentMb: number;
  kill(): void;
}

const KEPT_ERROR_CHARACTERS = 4_000;

/** Starts a process without environment variables. While idle, it does not keep the parent alive. */
export function startChild(limits: TaskLimits): DocumentChild {
  const child = forkEntry(limits.memoryMb);
  let errorOutput = '';
  let hasEnded = false;
  let tasksDone = 0;
  let residentMb = 0;
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-KEPT_ERROR_CHARACTERS);
  });
  child.on('close', () => {
    hasEnded = true;
  });
  // A failed start is followed by `close`.
  child.on('error', () => undefined);
  setReferenced(child, false);

  return {
    async run(task, signal) {
      if (signal?.aborted === true) throw cancelledError(task.name);
      setReferenced(child, true);
      try {
        tasksDone += 1;
        const outcome = await runTask(child, { id: tasksDone, task }, limits, () => errorOutput, signal);
        residentMb = outcome.residentBytes / (1024 * 1024);
        return outcome.result as TaskResults[typeof task.kind];
      } finally {
        setReferenced(child, false);
      }
    },
    get isAlive() {
      return !hasEnded && !child.killed && child.connected;
    },
    get tasksDone() {
      return tasksDone;
    },
    get residentMb() {
      return residentMb;
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
}

function forkEntry(memoryMb: number): ChildProcess {
  // Run from source (in this package's tests), the entry needs type stripping.
  const fromSources = import.meta.url.endsWith('.ts');
  const entry = new URL(fromSources ? './child.ts' : './child.js', import.meta.url);
  const heapMb = Math.ceil(memoryMb / 2);
  return fork(fileURLToPath(entry), {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {},
    execArgv: [`--max-old-space-size=${heapMb}`, ...(fromSources ? ['--import', 'tsx'] : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** An idle child must not keep the program from exiting. */
function setReferenced(child: ChildProcess, referenced: boolean): void {
  for (const handle of [child, child.channel, child.stderr]) {
    if (!canBeUnreferenced(handle)) continue;
    if (referenced) handle.ref();
    else handle.unref();
  }
}

function canBeUnreferenced(handle: unknown): handle is { ref(): void; unref(): void } {
  return typeof handle === 'object' && handle !== null && 'ref' in handle && 'unref' in handle;
}
