import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { checkScript } from './check/check-script.js';
import { EXAMPLES, readExample } from './examples.js';
import { temporaryArea } from './test-support/temporary-area.js';

const FOLDER = new URL('../examples/', import.meta.url);

describe('the examples', () => {
  it('are all that lie in the folder', async () => {
    expect(EXAMPLES.map(({ key }) => key).sort()).toEqual((await readdir(FOLDER)).sort());
    expect(await readExample('../src')).toBeNull();
  });

  it.each(EXAMPLES)('$key is sound beside its files, and of the type that it shows', async (summary) => {
    const example = await readExample(summary.key);
    const inputRoot = new URL(`${summary.key}/files/`, FOLDER).pathname;
    const area = { ...(await temporaryArea({})), inputRoot };
    const script = example?.code ?? '';
    const checked = await checkScript({ script, area, models: ['gpt-4o-mini'] }, () => Promise.resolve(null));
    expect(checked).toMatchObject({ batchType: summary.batchType, diagnostics: [] });
    expect(example?.files.every(({ path, realPath }) => realPath === `${inputRoot}${path}`)).toBe(true);
    expect(example?.files).not.toEqual([]);
  });
});
