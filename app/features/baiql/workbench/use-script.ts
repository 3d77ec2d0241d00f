import { useCallback, useEffect, useMemo, useReducer, useRef, type RefObject } from 'react';
import { ApiError, NetworkError } from '~/core/browser/call-api';
import { keepDiscarded } from '~/core/browser/discarded';
import { onStoreOpenDrafts } from '~/core/browser/draft-storage';
import { newKey } from '~/core/browser/new-key';
import { showToast } from '~/ui/overlay/toast';
import type { SavedScript, WorkbenchData } from '../index.server';
import type { EditorHandle } from './editor-handle';
import {
  claimDraft,
  createLocalCopies,
  newDraft,
  rememberDraft,
  SCRIPTS,
  type CopyOf,
  type Draft,
} from './local-copy';
import { scripts } from './script-api';
import {
  changeScript,
  mayAutosave,
  NEW_SCRIPT,
  NO_ROOM,
  type SavedAs,
  type ScriptEvent,
  type ScriptState,
} from './script-state';

const AUTOSAVE_MS = 120_000;
const RETRY_MS = 10_000;
/** Writing a long script to storage takes a millisecond or two, so it is delayed after an edit by at most this. */
const KEEP_DELAY_MS = 300;

export interface SaveOptions {
  /** Save under a new name. */
  name?: string;
  isAutosave?: boolean;
  /** Save as a new script. */
  isCopy?: boolean;
  /** The version saved elsewhere, to be overwritten. */
  overwrites?: number;
}

export interface OpenScript {
  state: ScriptState;
  dispatch: (event: ScriptEvent) => void;
  save: (options?: SaveOptions) => Promise<boolean>;
  /** Call after any edit, by the user or the page. */
  onEdit: () => void;
  /** The initial text of the editor. */
  firstText: () => string;
  /**
   * Opens another script, or with null a new one. `lostId` is a script that no longer exists, but may have a local
   * copy.
   */
  open: (script: SavedScript | null, lostId?: string | null) => void;
  /** Whether this browser keeps a draft that was never saved. */
  hasUnnamedCopy: () => boolean;
  /** Starts a new, empty script. */
  startNew: () => void;
  forgetLocalCopy: () => void;
}

/** The open script: saves it, keeps a local copy, and retries after the connection was lost. */
export function useScript(
  userId: string,
  { opened, lostId, example }: Pick<WorkbenchData, 'opened' | 'lostId' | 'example'>,
  editor: RefObject<EditorHandle | null>,
  /** Called when the text was replaced other than by typing. */
  onOpened: () => void,
): OpenScript {
  const [state, dispatch] = useReducer(changeScript, opened, (script) =>
    script ? changeScript(NEW_SCRIPT, { kind: 'opened', script }) : NEW_SCRIPT,
  );
  const latest = useRef(state);
  latest.current = state;
  const text = useRef(opened?.content ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** Null until this tab has claimed its slot. */
  const draft = useRef<Draft | null>(null);
  /** Incremented by each open: a save may return when another script is open. */
  const opening = useRef(0);
  /** Whether storage had room for the latest copy. */
  const isKept = useRef(true);

  const localCopy = useMemo(() => createLocalCopies(userId), [userId]);
  const copyOf = useCallback(
    (scriptId: string | null): CopyOf =>
      scriptId === null ? { draftId: (draft.current ??= newDraft(userId)).id } : { scriptId },
    [userId],
  );

  const takeNewPlace = useCallback(() => {
    draft.current?.release();
    draft.current = newDraft(userId);
  }, [userId]);

  const readText = useCallback((): string => {
    text.current = editor.current?.text() ?? text.current;
    return text.current;
  }, [editor]);

  const cancelPendingCopy = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  const keep = useCallback(() => {
    cancelPendingCopy();
    const { scriptId, name, version } = latest.current;
    const wasKept = isKept.current;
    isKept.current = localCopy(copyOf(scriptId)).write({ text: readText(), name, version });
    if (wasKept && !isKept.current) dispatch({ kind: 'told', status: NO_ROOM });
  }, [localCopy, readText, copyOf, cancelPendingCopy]);

  const keepNow = useCallback(() => {
    if (timer.current !== undefined) keep();
  }, [keep]);

  const onEdit = useCallback(() => {
    dispatch({ kind: 'edited' });
    timer.current ??= setTimeout(keep, KEEP_DELAY_MS);
  }, [keep]);

  const open = useCallback(
    (script: SavedScript | null, lostId: string | null = null) => {
      keepNow();
      opening.current += 1;
      dispatch(script ? { kind: 'opened', script } : { kind: 'begun-anew' });
      const lost = lostId === null ? null : localCopy({ scriptId: lostId }).read();
      const kept = lost ?? localCopy(copyOf(script?.scriptId ?? null)).read();
      text.current = script?.content ?? '';
      if (kept && kept.text !== text.current) {
        text.current = kept.text;
        dispatch({ kind: 'restored', name: kept.name, version: lost ? null : kept.version });
      }
      editor.current?.open(text.current);
      onOpened();
    },
    [localCopy, editor, keepNow, onOpened, copyOf],
  );

  const save = useCallback(
    async ({ name, isAutosave = false, isCopy = false, overwrites }: SaveOptions = {}): Promise<boolean> => {
      const before = latest.current;
      if (before.saving === 'under-way') return false;
      const content = readText();
      const script = { name: name ?? before.name, content, isAutosave };
      const kept = copyOf(before.scriptId);
      const own = opening.current;
      // Retries of a first save use the same key, even after a reload.
      const key = 'draftId' in kept && !isCopy ? kept.draftId : newKey();
      dispatch({ kind: 'save-began', name: script.name });
      try {
        const baseVersion = overwrites ?? before.version;
        const saved: SavedAs =
          before.scriptId === null || isCopy
            ? await scripts.create(script, key)
            : await scripts.update(before.scriptId, {
                ...script,
                ...(baseVersion === null ? {} : { baseVersion }),
              });
        const isOpen = opening.current === own;
        // Edits made while the save was in flight are kept under the new script.
        const rest = isOpen ? readText() : localCopy(kept).read()?.text;
        localCopy(kept).remove();
        if (rest !== undefined && rest !== content) {
          const { scriptId, name, version } = saved;
          localCopy({ scriptId }).write({ text: rest, name, version });
        }
        if ('draftId' in kept && draft.current?.id === kept.draftId) {
          // The next new script gets a new slot.
          takeNewPlace();
        }
        if (isOpen) {
          cancelPendingCopy();
          dispatch({ kind: 'saved', script: saved });
        }
        return true;
      } catch (error) {
        const failure = failureOf(error, isAutosave);
        const isOpen = opening.current === own;
        const rest = localCopy(kept).isStored() ? 'Its changes are kept in this browser.' : '';
        if (isOpen) dispatch(failure);
        else showToast('error', `“${script.name}” was not saved. ${rest}`.trim());
        // The message says that the changes are kept.
        if (isOpen && failure.kind === 'connection-lost' && !isKept.current)
          dispatch({ kind: 'told', status: NO_ROOM });
        return false;
      }
    },
    [localCopy, readText, copyOf, cancelPendingCopy, takeNewPlace],
  );

  useEffect(() => {
    const autosave = setInterval(() => {
      // Never autosave an empty text over a script; Save still does.
      if (mayAutosave(latest.current) && readText().trim() !== '') void save({ isAutosave: true });
    }, AUTOSAVE_MS);
    return () => clearInterval(autosave);
  }, [save, readText]);

  const isWaiting = state.saving === 'waiting';
  useEffect(() => {
    if (!isWaiting) return;
    const retry = () => void save();
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [isWaiting, save]);

  useEffect(() => {
    window.addEventListener('pagehide', keepNow);
    const stopListening = onStoreOpenDrafts(() => {
      if (latest.current.isDirty) keep();
    });
    return () => {
      stopListening();
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, [keep, keepNow]);

  /** Starts a new script with this text in its own slot; the earlier draft keeps its slot. */
  const beginWith = useCallback(
    (content: string) => {
      opening.current += 1;
      takeNewPlace();
      text.current = content;
      dispatch({ kind: 'replaced', status: 'Example from the docs' });
      editor.current?.open(content);
      onOpened();
      keep();
    },
    [editor, keep, onOpened, takeNewPlace],
  );

  // Local copies are only known after hydration.
  const first = useRef({ opened, lostId, example });
  useEffect(() => {
    let isHere = true;
    const { opened, lostId, example } = first.current;
    if (example !== null) {
      first.current.example = null; // from now on it is ordinary unsaved work
      beginWith(example);
    } else {
      if (opened) open(opened, lostId);
      void claimDraft(userId).then((claimed) => {
        // Text typed in the meantime has its own slot, or is about to get one.
        if (!isHere || draft.current || (!opened && timer.current !== undefined)) {
          claimed.release();
          return;
        }
        draft.current = claimed;
        rememberDraft(userId, claimed);
        if (!opened) open(null, lostId);
      });
    }
    return () => {
      isHere = false;
      draft.current?.release();
      draft.current = null;
    };
  }, [open, beginWith, userId]);

  return {
    state,
    dispatch,
    save,
    onEdit,
    firstText: () => text.current,
    open,
    hasUnnamedCopy: () => (localCopy(copyOf(null)).read()?.text.trim() ?? '') !== '',
    startNew: () => {
      keepNow();
      const unnamed = localCopy(copyOf(null)).read();
      if (unnamed) keepDiscarded(SCRIPTS, { Script: unnamed.text });
      localCopy(copyOf(null)).remove();
      // Its slot is the key of a first save that may still be in flight.
      takeNewPlace();
      open(null);
    },
    forgetLocalCopy: () => {
      cancelPendingCopy();
      localCopy(copyOf(latest.current.scriptId)).remove();
    },
  };
}

function failureOf(error: unknown, isAutosave: boolean): ScriptEvent {
  if (error instanceof NetworkError) return { kind: 'connection-lost' };
  if (!(error instanceof ApiError)) throw error;
  const { version, updatedAt } = error.body;
  if (error.code === 'script_changed' && typeof version === 'number' && typeof updatedAt === 'string') {
    return { kind: 'saved-elsewhere', conflict: { version, savedAt: updatedAt } };
  }
  if (error.code === 'no_such_script') return { kind: 'deleted-elsewhere' };
  return { kind: 'save-failed', message: error.message, isAutosave };
}
