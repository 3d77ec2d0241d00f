/** Notifies the readers of a run that there is new data. */
export interface RunWatchers {
  watch(executionId: string, onChange: () => void): () => void;
  countOf(executionId: string): number;
  changed(executionId: string): void;
  /** Called at shutdown, so that open streams end and the server can stop. Returns a function that stops listening. */
  onClose(listener: () => void): () => void;
  close(): void;
}

export function createRunWatchers(): RunWatchers {
  const watchers = new Map<string, Set<() => void>>();
  const closing = new Set<() => void>();
  return {
    watch(executionId, onChange) {
      const ofRun = watchers.get(executionId) ?? new Set();
      watchers.set(executionId, ofRun);
      ofRun.add(onChange);
      return () => {
        ofRun.delete(onChange);
        if (ofRun.size === 0) watchers.delete(executionId);
      };
    },
    countOf: (executionId) => watchers.get(executionId)?.size ?? 0,
    changed(executionId) {
      for (const onChange of [...(watchers.get(executionId) ?? [])]) onChange();
    },
    close() {
      for (const listener of [...closing]) listener();
    },
    onClose(listener) {
      closing.add(listener);
      return () => closing.delete(listener);
    },
  };
}
