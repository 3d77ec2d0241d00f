import { Worker } from 'node:worker_threads';

/** What the thread is asked, and answers: of each text how many tokens it has. */
export interface CountRequest {
  readonly id: number;
  readonly model: string;
  readonly texts: readonly string[];
}
export interface CountAnswer {
  readonly id: number;
  readonly tokens: number[];
}

interface Waiting {
  readonly resolve: (tokens: number[]) => void;
  readonly reject: (error: Error) => void;
}

export interface TokenCounter {
  count(model: string, texts: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

/**
 * Counts on a thread of its own. The tokenizer's table takes a quarter of a second to read, in which the command has
 * enough else to load.
 */
export function startTokenCounter(): TokenCounter {
  // This module is part of a bundle, and the thread's program lies beside it.
  const thread = new Worker(new URL('./token-counter-thread.js', import.meta.url), { env: {} });
  const waiting = new Map<number, Waiting>();
  let broken: Error | null = null;
  let asked = 0;

  thread.on('message', ({ id, tokens }: CountAnswer) => {
    waiting.get(id)?.resolve(tokens);
    waiting.delete(id);
  });
  thread.on('error', (error) => {
    broken = error instanceof Error ? error : new Error(String(error));
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
  });

  return {
    count: (model, texts) =>
      new Promise((resolve, reject) => {
        if (broken !== null) {
          reject(broken);
          return;
        }
        asked += 1;
        waiting.set(asked, { resolve, reject });
        thread.postMessage({ id: asked, model, texts } satisfies CountRequest);
      }),
    async close() {
      await thread.terminate();
    },
  };
}
