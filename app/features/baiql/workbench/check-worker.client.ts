import type { Environment } from '@promptwell/baiql-lang';
import { TASKS, type TaskAnswer, type TaskName } from './check-tasks';

/** A request to the worker; its response carries the same number. */
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

// A web worker, so that checking a long script doesn't block typing.
self.addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  const { number, task, text, environment } = data;
  self.postMessage({ number, answer: TASKS[task](text, environment) } satisfies CheckAnswer);
});
