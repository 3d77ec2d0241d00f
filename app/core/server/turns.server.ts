/** Work on the same thing is done one after the other; work on different things side by side. */
export interface Turns {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: async (key, work) => {
      const mine = (last.get(key) ?? Promise.resolve()).then(work);
      const ended = mine.then(
        () => undefined,
        () => undefined, // whoever asked for it hears of its failure; the next one begins all the same
      );
      last.set(key, ended);
      try {
        return await mine;
      } finally {
        if (last.get(key) === ended) last.delete(key);
      }
    },
  };
}
