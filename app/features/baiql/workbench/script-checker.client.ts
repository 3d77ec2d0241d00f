import type { Environment } from '@promptwell/baiql-lang';
import type { CheckAnswer, CheckQuestion } from './check-worker.client';
import { checkText, type TextCheck } from './check-text';

export interface ScriptChecker {
  check(text: string, environment: Environment): Promise<TextCheck>;
  close(): void;
}

/** Checks scripts in a web worker; on the page itself where a browser refuses to start one. */
export function createScriptChecker(): ScriptChecker {
  const waiting = new Map<number, { question: CheckQuestion; resolve: (check: TextCheck) => void }>();
  let number = 0;
  let worker: Worker | null = null;

  function giveUpWorker(): void {
    worker?.terminate();
    worker = null;
    for (const { question, resolve } of waiting.values()) {
      resolve(checkText(question.text, question.environment));
    }
    waiting.clear();
  }

  try {
    worker = new Worker(new URL('./check-worker.client.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', giveUpWorker);
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
      waiting.get(data.number)?.resolve(data.check);
      waiting.delete(data.number);
    });
  } catch {
    giveUpWorker();
  }

  return {
    check: (text, environment) => {
      const question = { number: ++number, text, environment };
      if (!worker) return Promise.resolve(checkText(text, environment));
      const posted = worker;
      return new Promise((resolve) => {
        waiting.set(question.number, { question, resolve });
        posted.postMessage(question);
      });
    },
    close: () => {
      worker?.terminate();
      waiting.clear();
    },
  };
}
