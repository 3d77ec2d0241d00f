/** Writes what is said now into the golden files, to be read through before it is committed. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { validate } from '../../src/index.js';
import { annotate } from './annotate.js';
import { ENVIRONMENT } from './environment.js';
import { readCases } from './golden-file.js';

const directory = path.join(import.meta.dirname, '../golden');
for (const file of readdirSync(directory)) {
  const cases = readCases(directory, file).map(({ title, script, withFiles }) => {
    const { diagnostics } = validate(script, withFiles ? ENVIRONMENT : {});
    return `=== ${title}${withFiles ? ' [with files]' : ''}\n${annotate(script, diagnostics)}\n`;
  });
  writeFileSync(path.join(directory, file), cases.join('\n'));
}
