import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as language from '../src/index.js';
import { ENVIRONMENT } from './support/environment.js';
import { readAllCases } from './support/golden-file.js';

const root = path.resolve(import.meta.dirname, '..');

const withoutLexer: Plugin = {
  name: 'without-lexer',
  setup(bundle) {
    bundle.onResolve({ filter: /\/lexer_public\.js$/ }, () => ({ path: path.join(root, 'no-lexer.mjs') }));
  },
};

describe('the language with small stand-ins for lodash and the lexer, as it is built', () => {
  let folder = '';
  let built: typeof language;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'baiql-lang-'));
    const outfile = path.join(folder, 'language.mjs');
    await build({
      entryPoints: [path.join(root, 'src/index.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      target: 'es2022',
      alias: { 'lodash-es': path.join(root, 'small-lodash.mjs') },
      plugins: [withoutLexer],
    });
    built = (await import(pathToFileURL(outfile).href)) as typeof language;
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('says of every golden script what the sources say', () => {
    const cases = readAllCases(path.join(import.meta.dirname, 'golden'));
    expect(cases.length).toBeGreaterThan(200);
    for (const { script } of cases) {
      expect(built.validate(script, ENVIRONMENT)).toEqual(language.validate(script, ENVIRONMENT));
    }
  });
});
