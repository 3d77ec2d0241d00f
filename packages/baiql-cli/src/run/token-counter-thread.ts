import { parentPort } from 'node:worker_threads';
import { countTokens } from '@promptwell/ai-providers/tokens';
import type { CountAnswer, CountRequest } from './token-counter.js';

void countTokens(' ', ''); // reads the table before the first text comes

parentPort?.on('message', ({ id, model, texts }: CountRequest) => {
  void Promise.all(texts.map((text) => countTokens(text, model))).then((tokens) => {
    parentPort?.postMessage({ id, tokens } satisfies CountAnswer);
  });
});
