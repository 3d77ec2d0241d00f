import { UNTITLED } from '../scripts/schema';

export interface Status {
  text: string;
  /** Additional details. */
  detail?: string;
  tone: 'plain' | 'good' | 'warn' | 'bad';
}

export const NO_ROOM: Status = {
  text: 'Not kept in this browser',
  detail: 'It has no room left. Save your changes before you leave or reload the page.',
  tone: 'warn',
};

/** A version saved elsewhere that the next save would overwrite. */
export interface Conflict {
  version: number;
  savedAt: string;
}

/** State of the open script for saving. Its text is in the editor. */
export interface ScriptState {
  scriptId: string | null;
  name: string;
  /** The saved version the text is based on; null if never saved. */
  version: number | null;
  savedAt: string | null;
  isDirty: boolean;
  /** `waiting`: offline; saved once the connection is back. */
  saving: 'no' | 'under-way' | 'waiting';
  /** Edited while a save was in flight. */
  isEditedMeanwhile: boolean;
  conflict: Conflict | null;
  status: Status | null;
}

export interface SavedAs {
  scriptId: string;
  name: string;
  version: number;
  updatedAt: string;
}

export type ScriptEvent =
  | { kind: 'edited' }
  | { kind: 'opened'; script: SavedAs }
  /** Unsaved changes kept in this browser replace the open text. */
  | { kind: 'restored'; name: string; version: number | null }
  | { kind: 'begun-anew' }
  /** The whole text was replaced, by a template or an earlier version. */
  | { kind: 'replaced'; status: string }
  | { kind: 'save-began'; name: string }
  | { kind: 'saved'; script: SavedAs }
  | { kind: 'save-failed'; message: string; isAutosave: boolean }
  | { kind: 'connection-lost' }
  | { kind: 'saved-elsewhere'; conflict: Conflict }
  | { kind: 'deleted-elsewhere' }
  | { kind: 'renamed'; script: SavedAs }
  | { kind: 'told'; status: Status | null };

export const NEW_SCRIPT: ScriptState = {
  scriptId: null,
  name: UNTITLED,
  version: null,
  savedAt: null,
  isDirty: false,
  saving: 'no',
  isEditedMeanwhile: false,
  conflict: null,
  status: null,
};

export function changeScript(state: ScriptState, event: ScriptEvent): ScriptState {
  switch (event.kind) {
    case 'edited':
      return edited(state);
    case 'opened':
      return { ...NEW_SCRIPT, ...asSaved(event.script) };
    case 'restored':
      return {
        ...state,
        name: event.name,
        version: event.version,
        isDirty: true,
        status: { text: 'Restored your unsaved changes', tone: 'plain' },
      };
    case 'begun-anew':
      return NEW_SCRIPT;
    case 'replaced':
      return { ...edited(state), status: { text: event.status, tone: 'plain' } };
    case 'save-began':
      return {
        ...state,
        name: event.name,
        saving: 'under-way',
        isEditedMeanwhile: false,
        status: { text: 'Saving…', tone: 'plain' },
      };
    case 'saved':
      return {
        ...state,
        ...asSaved(event.script),
        isDirty: state.isEditedMeanwhile,
        saving: 'no',
        isEditedMeanwhile: false,
        conflict: null,
        status: { text: '✓ Saved', tone: 'good' },
      };
    case 'save-failed':
      return {
        ...state,
        saving: 'no',
        status: {
          text: event.isAutosave ? '✗ Auto-save failed' : 'Save failed',
          detail: event.message,
          tone: 'bad',
        },
      };
    case 'connection-lost':
      return {
        ...state,
        saving: 'waiting',
        status: {
          text: 'Not saved yet',
          detail:
            'The server can’t be reached. Your changes are kept in this browser and saved when it is back.',
          tone: 'warn',
        },
      };
    case 'saved-elsewhere':
      return { ...state, saving: 'no', conflict: event.conflict, status: null };
    case 'deleted-elsewhere':
      return {
        ...state,
        scriptId: null,
        version: null,
        savedAt: null,
        isDirty: true,
        saving: 'no',
        conflict: null,
        status: {
          text: 'Save failed',
          detail: 'This script was deleted in the meantime. Save it again to keep it.',
          tone: 'bad',
        },
      };
    case 'renamed':
      return state.scriptId === event.script.scriptId ? { ...state, ...asSaved(event.script) } : state;
    case 'told':
      return { ...state, status: event.status };
  }
}

function edited(state: ScriptState): ScriptState {
  const isEditedMeanwhile = state.saving === 'under-way';
  // Most keystrokes change nothing here; returning the same state skips the render.
  if (state.isDirty && state.isEditedMeanwhile === isEditedMeanwhile) return state;
  // The previous status no longer applies.
  return { ...state, isDirty: true, isEditedMeanwhile, status: state.isDirty ? state.status : null };
}

const asSaved = ({ scriptId, name, version, updatedAt }: SavedAs) => ({
  scriptId,
  name,
  version,
  savedAt: updatedAt,
});

/** Title in the toolbar, with an asterisk if there are unsaved changes. */
export const titleOf = ({ name, isDirty }: ScriptState): string => `${isDirty ? '*' : ''}${name}`;

/** Whether the autosave, every two minutes, may run: only if the script has a name. */
export const mayAutosave = ({ isDirty, saving, conflict, scriptId, name }: ScriptState): boolean =>
  isDirty && saving === 'no' && conflict === null && (scriptId !== null || name !== UNTITLED);
