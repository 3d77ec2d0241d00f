import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { baiql, makeFolder } from '../test-support/run.js';

const UNTIDY = 'batch_start\nload essays/ as work\nrun\nend_batch';
const TIDY = 'BATCH_START\n  LOAD "essays/" AS WORK\n  RUN\nEND_BATCH\n';

describe('baiql fmt', () => {
  it('prints the formatted script, of a file or of standard input', async () => {
    await using files = await makeFolder({ 'a.baiql': UNTIDY });
    expect(await baiql(['fmt', files.path('a.baiql')])).toEqual({ status: 0, output: TIDY, complaints: '' });
    expect(await baiql(['fmt', '-'], { input: UNTIDY })).toEqual({ status: 0, output: TIDY, complaints: '' });
    expect(await readFile(files.path('a.baiql'), 'utf8')).toBe(UNTIDY);
  });

  it('names with --check what is not formatted, and changes nothing', async () => {
    await using files = await makeFolder({ 'a.baiql': UNTIDY, 'b.baiql': TIDY });
    expect(await baiql(['fmt', '--check', files.folder])).toEqual({
      status: 1,
      output: `${files.path('a.baiql')}\n`,
      complaints: '',
    });
    expect(await baiql(['fmt', '--check', files.path('b.baiql')])).toEqual({
      status: 0,
      output: '',
      complaints: '',
    });
    expect(await readFile(files.path('a.baiql'), 'utf8')).toBe(UNTIDY);
  });

  it('leaves a script in another encoding than UTF-8 as it is, and says what to do', async () => {
    const latin = Buffer.from('prompt "Größe"\n', 'latin1');
    await using files = await makeFolder({ 'a.baiql': latin });
    expect(await baiql(['fmt', '--write', files.path('a.baiql')])).toEqual({
      status: 2,
      output: '',
      complaints: `${files.path('a.baiql')}: This is not text in UTF-8. Save it as UTF-8.\n`,
    });
    expect(await readFile(files.path('a.baiql'))).toEqual(latin);
  });

  it('writes with --write what changes, and names it', async () => {
    await using files = await makeFolder({ 'a.baiql': UNTIDY, 'b.baiql': TIDY });
    expect((await baiql(['fmt', '--write', files.folder])).output).toBe(`${files.path('a.baiql')}\n`);
    expect(await readFile(files.path('a.baiql'), 'utf8')).toBe(TIDY);
    expect(await baiql(['fmt', '--check', files.folder])).toMatchObject({ status: 0, output: '' });
  });

  it('goes on after a file that cannot be read, with status 2', async () => {
    await using files = await makeFolder({ 'a.baiql': UNTIDY });
    const { status, output, complaints } = await baiql([
      'fmt',
      files.path('gone.baiql'),
      files.path('a.baiql'),
    ]);
    expect(complaints).toBe(`${files.path('gone.baiql')}: No such file.\n`);
    expect(output).toBe(TIDY);
    expect(status).toBe(2);
  });
});
