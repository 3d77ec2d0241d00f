export interface Cached<Value> {
  current: () => Promise<Value>;
  /** The next who asks loads it again. */
  invalidate: () => void;
}

/** What is loaded once and kept in memory. A failed load is tried again by the next who asks. */
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
