import type { Environment } from '@promptwell/baiql-lang';
import type { TaskAnswer, TaskName } from './check-tasks';
import type { TextCheck } from './text-check';
import type { CheckAnswer, CheckQuestion } from './check-worker.client';

export interface ScriptChecker {
  check(text: string, environment: Environment): Promise<TextCheck>;
  /** Returns the script with all safe fixes applied. */
  mend(text: string, environment: Environment): Promise<string>;
  close(): void;
}

interface Waiting {
  question: CheckQuestion;
  resolve: (answer: CheckAnswer['answer']) => void;
  reject: (error: unknown) => void;
}

/** Checks scripts in a web worker; on the main thread if the browser can't start one. */
export function createScriptChecker(): ScriptChecker {
  const waiting = new Map<number, Waiting>();
  let number = 0;
  let worker: Worker | null = null;

  function giveUpWorker(): void {
    worker?.terminate();
    worker = null;
    for (const each of waiting.values()) checkHere(each);
    waiting.clear();
  }

  try {
    worker = new Worker(new URL('./check-worker.client.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', giveUpWorker);
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
      waiting.get(data.number)?.resolve(data.answer);
      waiting.delete(data.number);
    });
  } catch {
    giveUpWorker();
  }

  const ask =
    <Name extends TaskName>(task: Name) =>
    (text: string, environment: Environment): Promise<TaskAnswer<Name>> =>
      new Promise((resolve, reject) => {
        const question = { number: ++number, task, text, environment };
        // A response with this number belongs to this task.
        const take = (answer: CheckAnswer['answer']) => resolve(answer as TaskAnswer<Name>);
        const pending: Waiting = { question, resolve: take, reject };
        if (worker) {
          waiting.set(question.number, pending);
          worker.postMessage(question);
        } else checkHere(pending);
      });

  return {
    check: ask('check'),
    mend: ask('mend'),
    close: () => {
      worker?.terminate();
      waiting.clear();
    },
  };
}

/** The language is loaded here only if the browser can't start a worker, which has its own copy. */
function checkHere({ question: { task, text, environment }, resolve, reject }: Waiting): void {
  import('./check-tasks').then(({ TASKS }) => resolve(TASKS[task](text, environment))).catch(reject);
}
