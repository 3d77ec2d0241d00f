import type { Environment } from '@promptwell/baiql-lang';
import { checkText, type TextCheck } from './check-text';

/** A question to the worker, and its answer by the same number. */
export interface CheckQuestion {
  number: number;
  text: string;
  environment: Environment;
}
export interface CheckAnswer {
  number: number;
  check: TextCheck;
}

// Runs in a worker of its own, so that no check of a long script holds up the keys.
self.addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  const answer: CheckAnswer = { number: data.number, check: checkText(data.text, data.environment) };
  self.postMessage(answer);
});
