export interface Cached<Value> {
  current: () => Promise<Value>;
  /** The next caller loads it again. */
  invalidate: () => void;
}

/** A value loaded once and kept in memory. A failed load is retried by the next caller. */
export function cached<Value>(load: () => Promise<Value>): Cached<Value> {
  let loading: Promise<Value> | undefined;
  return {
    current: () => {
      const attempt = (loading ??= load());
      attempt.catch(() => {
        if (loading === attempt) loading = undefined;
      });
      return attempt;
    },
    invalidate: () => {
      loading = undefined;
    },
  };
}
