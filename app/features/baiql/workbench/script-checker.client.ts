import type { Environment } from '@promptwell/baiql-lang';
import { TASKS, type TaskAnswer, type TaskName } from './check-tasks';
import type { TextCheck } from './text-check';
import type { CheckAnswer, CheckQuestion } from './check-worker.client';

export interface ScriptChecker {
  check(text: string, environment: Environment): Promise<TextCheck>;
  /** Returns the script with all safe fixes applied. */
  mend(text: string, environment: Environment): Promise<string>;
  close(): void;
}

type Waiting = { question: CheckQuestion; resolve: (answer: CheckAnswer['answer']) => void };

/** Checks scripts in a web worker; on the main thread if the browser can't start one. */
export function createScriptChecker(): ScriptChecker {
  const waiting = new Map<number, Waiting>();
  let number = 0;
  let worker: Worker | null = null;

  function giveUpWorker(): void {
    worker?.terminate();
    worker = null;
    for (const { question, resolve } of waiting.values()) {
      resolve(TASKS[question.task](question.text, question.environment));
    }
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
      new Promise((resolve) => {
        const question = { number: ++number, task, text, environment };
        // A response with this number belongs to this task.
        const take = (answer: CheckAnswer['answer']) => resolve(answer as TaskAnswer<Name>);
        if (worker) {
          waiting.set(question.number, { question, resolve: take });
          worker.postMessage(question);
        } else take(TASKS[task](text, environment));
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
