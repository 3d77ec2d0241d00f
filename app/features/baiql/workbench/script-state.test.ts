import { describe, expect, it } from 'vitest';
import {
  changeScript,
  mayAutosave,
  NEW_SCRIPT,
  titleOf,
  type ScriptEvent,
  type ScriptState,
} from './script-state';

const SAVED = { scriptId: 's1', name: 'Grading', version: 3, updatedAt: '2026-11-22T10:00:00.000Z' };
const after = (...events: ScriptEvent[]): ScriptState => events.reduce(changeScript, NEW_SCRIPT);
const opened: ScriptEvent = { kind: 'opened', script: SAVED };
const edited: ScriptEvent = { kind: 'edited' };
const saveBegan: ScriptEvent = { kind: 'save-began', name: 'Grading' };
const saved: ScriptEvent = { kind: 'saved', script: { ...SAVED, version: 4 } };

describe('the script that is open', () => {
  it('has an asterisk after any edit, and none after a save', () => {
    expect(titleOf(after(opened))).toBe('Grading');
    expect(titleOf(after(opened, edited))).toBe('*Grading');
    const clean = after(opened, edited, saveBegan, saved);
    expect(titleOf(clean)).toBe('Grading');
    expect(clean).toMatchObject({ version: 4, status: { text: '✓ Saved' } });
  });

  it('is changed by a template, and says so', () => {
    const state = after({ kind: 'replaced', status: 'Loaded template' });
    expect(state).toMatchObject({ isDirty: true, status: { text: 'Loaded template' } });
  });

  it('stays unsaved when it was edited while the save was on its way', () => {
    expect(after(opened, edited, saveBegan, edited, saved)).toMatchObject({ isDirty: true, version: 4 });
  });

  it('is the same object for a key that changes nothing, so that nothing is drawn anew', () => {
    const state = after(opened, edited);
    expect(changeScript(state, edited)).toBe(state);
  });

  it('is Untitled, clean and without an id when it is new', () => {
    expect(after(opened, edited, { kind: 'begun-anew' })).toEqual(NEW_SCRIPT);
    expect(titleOf(NEW_SCRIPT)).toBe('Untitled');
  });

  it.each([
    [false, 'Save failed'],
    [true, '✗ Auto-save failed'],
  ])('says which save failed (by itself: %s), and stays unsaved', (isAutosave, text) => {
    const state = after(opened, edited, saveBegan, { kind: 'save-failed', message: 'HTTP 500', isAutosave });
    expect(state).toMatchObject({ isDirty: true, saving: 'no', status: { text, detail: 'HTTP 500' } });
  });

  it('keeps the version it was made from when it was saved elsewhere, so that nothing is overwritten', () => {
    const conflict = { version: 4, savedAt: '2026-11-22T10:05:00.000Z' };
    const state = after(opened, edited, saveBegan, { kind: 'saved-elsewhere', conflict });
    expect(state).toMatchObject({ version: 3, isDirty: true, conflict });
    expect(mayAutosave(state)).toBe(false);
  });

  it('has no id any more when it was deleted elsewhere: the next save makes it anew', () => {
    const state = after(opened, edited, saveBegan, { kind: 'deleted-elsewhere' });
    expect(state).toMatchObject({ scriptId: null, name: 'Grading', version: null, isDirty: true });
  });

  it('takes a new name from the list only when it is the one that is open', () => {
    const renamed: ScriptEvent = { kind: 'renamed', script: { ...SAVED, name: 'Essays', version: 5 } };
    expect(after(opened, renamed)).toMatchObject({ name: 'Essays', version: 5 });
    expect(after(renamed)).toEqual(NEW_SCRIPT);
  });
});

describe('saving by itself', () => {
  it('happens when there are changes and a name to save them under', () => {
    expect(mayAutosave(after(opened))).toBe(false);
    expect(mayAutosave(after(opened, edited))).toBe(true);
    expect(mayAutosave(after(edited))).toBe(false);
    expect(mayAutosave(after({ kind: 'restored', name: 'Grading', version: null }))).toBe(true);
  });

  it('waits while a save is under way, or the connection is lost', () => {
    expect(mayAutosave(after(opened, edited, saveBegan))).toBe(false);
    expect(mayAutosave(after(opened, edited, saveBegan, { kind: 'connection-lost' }))).toBe(false);
  });
});
