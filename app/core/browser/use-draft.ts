import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keepDiscarded } from './discarded';
import { onStoreOpenDrafts, openDraft, type DraftKind, type StoredDraft } from './draft-storage';

/** Writing a longer text takes a millisecond or two, so it waits for a pause in typing. */
const LONG_CHARACTERS = 20_000;
const WRITE_DELAY_MS = 300;

interface State<Value> {
  value: Value;
  /** Storage has been read, which happens after hydration. */
  isRestored: boolean;
  /** The stored value when the draft was opened. */
  restored: Value | undefined;
  /** False if the browser has no room for the draft: reloading or leaving the page loses it. */
  isStored: boolean;
}

export interface Draft<Value> extends Readonly<State<Value>> {
  /** The value as last set, also before it is rendered. */
  latest: () => Value;
  change: (next: Value) => void;
  /** Sets a value that needs no draft, because it is saved or nothing was changed. */
  settle: (next: Value) => void;
  /** Keeps the current text for a day, where the page offers to restore it. */
  discard: () => void;
}

/**
 * Unsaved work, kept in this browser until it is saved. `key` is undefined until it is known: text typed before then
 * takes precedence over the stored one. `initial` is the value without a draft.
 */
export function useDraft<Value>(
  key: string | undefined,
  kind: DraftKind<Value>,
  initial: Value,
): Draft<Value> {
  const [state, setState] = useState<State<Value>>({
    value: initial,
    isRestored: false,
    restored: undefined,
    isStored: true,
  });
  const latest = useRef({ value: initial, hasChanges: false, kind, initial });
  Object.assign(latest.current, { kind, initial });
  const stored = useRef<StoredDraft<Value>>();
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const set = useCallback((value: Value, hasChanges: boolean) => {
    Object.assign(latest.current, { value, hasChanges });
    setState((before) => ({ ...before, value }));
  }, []);
  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const isStored = stored.current?.write(latest.current.value) ?? true;
    setState((before) => (before.isStored === isStored ? before : { ...before, isStored }));
  }, []);
  const writeNow = useCallback(() => {
    if (timer.current !== undefined) write();
  }, [write]);

  const actions = useMemo(
    () => ({
      latest: () => latest.current.value,
      change: (next: Value) => {
        set(next, true);
        if (charactersIn(next) <= LONG_CHARACTERS) write();
        else timer.current ??= setTimeout(write, WRITE_DELAY_MS);
      },
      settle: (next: Value) => {
        clearTimeout(timer.current);
        timer.current = undefined;
        set(next, false);
        stored.current?.remove();
        setState((before) => ({ ...before, isStored: true }));
      },
      discard: () => {
        const discarded = latest.current.kind.discardedAs?.(latest.current.value);
        if (discarded) keepDiscarded(discarded.place, discarded.fields);
      },
    }),
    [set, write],
  );

  useEffect(() => {
    if (key === undefined) return;
    const draft = openDraft(key, latest.current.kind);
    stored.current = draft;
    const restored = draft.read();
    const isTyped = latest.current.hasChanges;
    if (!isTyped) set(restored ?? latest.current.initial, restored !== undefined);
    const isStored = isTyped ? draft.write(latest.current.value) : true;
    setState((before) => ({ ...before, isRestored: true, restored, isStored }));
    // Back shows the page as it was left. Another page may have changed the draft since.
    const refresh = ({ persisted }: PageTransitionEvent) => {
      const other = persisted ? draft.readOther() : undefined;
      if (other === undefined) return;
      draft.read();
      set(other, true);
    };
    const stopListening = onStoreOpenDrafts(() => {
      if (latest.current.hasChanges) write();
    });
    window.addEventListener('pagehide', writeNow);
    window.addEventListener('pageshow', refresh);
    return () => {
      stopListening();
      window.removeEventListener('pagehide', writeNow);
      window.removeEventListener('pageshow', refresh);
      writeNow();
      stored.current = undefined;
      latest.current.hasChanges = false;
    };
  }, [key, set, write, writeNow]);

  // Without changes, the page shows what is saved, which another tab may change.
  const shown = useRef(initial);
  useEffect(() => {
    const before = shown.current;
    shown.current = initial;
    if (before === initial || latest.current.hasChanges) return;
    if (JSON.stringify(before) !== JSON.stringify(initial)) set(initial, false);
  }, [initial, set]);

  return { ...state, ...actions };
}

/** Characters of all texts of a draft. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + charactersIn(each), 0);
}
