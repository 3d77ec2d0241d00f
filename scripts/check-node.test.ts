import fs from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const FILES = ['scripts/check-node.cjs', 'packages/baiql-cli/bin/baiql.js'];
const read = (file: string) => fs.readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8');

/** The check's message under a version of Node.js; undefined if it passes. */
function checkUnder(text: string, node: string): string | undefined {
  let said: string | undefined;
  const end = new Error('the process ends here');
  const exit = () => {
    throw end;
  };
  const console = {
    error: (sentence: string) => {
      said = sentence;
    },
  };
  const process = { versions: { node }, version: `v${node}`, platform: 'linux', exit };
  const check = text.replace(/^#!.*/, '').replace(/^import\(.*$/m, '');
  try {
    runInNewContext(check, { process, console });
  } catch (error) {
    if (error !== end) throw error;
  }
  return said;
}

it.each(FILES)('%s names an older Node.js in a sentence', (file) => {
  for (const node of ['12.22.12', '18.20.8', '20.18.3'])
    expect(checkUnder(read(file), node)).toMatch(
      new RegExp(
        `needs Node\\.js 20\\.19 or newer; this is v${node.replaceAll('.', '\\.')}\\. Install the current LTS`,
      ),
    );
  for (const node of ['20.19.0', '22.14.0', '24.1.0']) expect(checkUnder(read(file), node)).toBeUndefined();
});

it.each(FILES)('%s can be read by an older Node.js: no newer syntax, and nothing imported before', (file) => {
  const code = read(file).replaceAll(/\/\/.*$/gm, '');
  expect(code).not.toMatch(/=>|`|\?\.|\?\?|\b(?:const|let|class|async|await|require)\b|^import (?!\()/m);
});
