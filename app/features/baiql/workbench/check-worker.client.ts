import type { Environment } from '@promptwell/baiql-lang';
import { TASKS, type TaskAnswer, type TaskName } from './check-tasks';

/** A question to the worker, and its answer by the same number. */
export interface CheckQuestion {
  number: number;
  task: TaskName;
  text: string;
  environment: Environment;
}
export interface CheckAnswer {
  number: number;
  answer: TaskAnswer<TaskName>;
}

// Runs in a worker of its own, so that no check of a long script holds up the keys.
self.addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  const { number, task, text, environment } = data;
  self.postMessage({ number, answer: TASKS[task](text, environment) } satisfies CheckAnswer);
});
