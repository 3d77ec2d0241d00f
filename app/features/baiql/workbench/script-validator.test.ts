import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '~/core/browser/call-api';
import type { ScriptEnvironment } from '../index.server';
import { TASKS } from './check-tasks';
import type { TextCheck } from './text-check';
import { createScriptValidator } from './script-validator';

const SCRIPT = [
  'BATCH_START',
  'LOAD "people.csv" AS FILE',
  'PROMPT "Greet {name}."',
  'RUN',
  'OUTPUT "out.csv"',
  'END_BATCH',
].join('\n');

const SURROUNDINGS: ScriptEnvironment = {
  files: ['/data/input/people.csv'],
  headers: { '/data/input/people.csv': ['name'] },
  firstRows: {},
  unvarying: {},
  sheets: {},
  readings: {},
  models: ['gpt-4o-mini'],
  retiredModels: { 'gpt-3.5-turbo': 'gpt-4o-mini' },
  endingModels: {},
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An editor with a text, and a server that answers what it is told to. */
function workbench() {
  let text = '';
  const asked: {
    script: string;
    answer: (found: ScriptEnvironment) => void;
    fail: (error: Error) => void;
  }[] = [];
  const checks: (TextCheck | null)[] = [];
  const validator = createScriptValidator({
    editor: () => ({ text: () => text, show: () => undefined, learn: () => undefined }),
    check: (script, environment) => Promise.resolve(TASKS.check(script, environment)),
    mend: (script, environment) => Promise.resolve(TASKS.mend(script, environment)),
    readEnvironment: (script) =>
      new Promise((answer, fail) => {
        asked.push({ script, answer, fail });
      }),
    onChecked: (check) => checks.push(check),
  });
  return {
    validator,
    asked,
    type: (typed: string) => {
      text = typed;
      validator.onEdit();
    },
    validity: () => checks.at(-1)?.validity,
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

describe('a script that is being written', () => {
  it('is checked beside the tables it names, also when it was typed while the server was still answering', async () => {
    const { validator, asked, type, validity, after } = workbench();
    validator.refreshEnvironment();
    type(SCRIPT);
    await after(100);
    asked[0]?.answer({ ...SURROUNDINGS, headers: {} });
    await after(400);
    expect(asked.map(({ script }) => script)).toEqual(['', SCRIPT]);
    asked[1]?.answer(SURROUNDINGS);
    await after(0);
    expect(validity()).toBe('✓ Valid');
  });

  it('is asked about anew when it names another table, however that is written', async () => {
    const { asked, type, after } = workbench();
    type(SCRIPT);
    await after(500);
    asked[0]?.answer(SURROUNDINGS);
    await after(0);
    type(SCRIPT.replace('LOAD "people.csv" AS FILE', 'laod pupils.xlsx as table'));
    await after(500);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['was busy', (): Error => new ApiError(429, { message: 'Too many checks', code: 'too_many_checks' })],
    ['was out of reach', (): Error => new NetworkError('No connection')],
  ])('is checked again by itself when the server %s', async (_, failure) => {
    const { asked, type, validity, after } = workbench();
    type(SCRIPT);
    await after(500);
    asked[0]?.fail(failure());
    await after(5_000);
    asked[1]?.answer(SURROUNDINGS);
    await after(0);
    expect(validity()).toBe('✓ Valid');
  });

  it('is not asked about again by itself when the server refused it', async () => {
    const { asked, type, after } = workbench();
    type(SCRIPT);
    await after(500);
    asked[0]?.fail(new ApiError(413, { message: 'Too long' }));
    await after(60_000);
    expect(asked).toHaveLength(1);
  });

  it('is told which model follows one that is gone', async () => {
    const { validator, asked, type, after } = workbench();
    type(SCRIPT.replace('RUN', 'MODEL "gpt-3.5-turbo"\nRUN'));
    await after(500);
    asked[0]?.answer(SURROUNDINGS);
    await after(0);
    const check = await validator.checkNow();
    expect(check?.diagnostics[0]?.fixes?.[0]?.title).toContain('gpt-4o-mini');
  });

  it('is mended as far as that is certain, unless it is changed meanwhile', async () => {
    const { validator, type } = workbench();
    type(SCRIPT.replace('RUN', 'run'));
    expect(await validator.mended()).toBe(SCRIPT);
    const mending = validator.mended();
    type(SCRIPT);
    expect(await mending).toBeNull();
  });

  it('has no verdict while it is empty, nor that of the script before it', async () => {
    const { validator, type, validity, after } = workbench();
    type('');
    await after(500);
    expect(validity()).toBeUndefined();
    type('BATCH_START');
    await after(500);
    expect(validity()).toBe('✗ 1 error(s) found');
    validator.onOpened();
    expect(validity()).toBeUndefined();
  });
});
