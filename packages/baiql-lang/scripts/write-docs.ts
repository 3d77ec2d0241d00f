/** Generates docs/baiql/reference.md from the language's tables. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { referencePage } from '../src/index.js';

const directory = path.join(import.meta.dirname, '../../../docs/baiql');
mkdirSync(directory, { recursive: true });
writeFileSync(path.join(directory, 'reference.md'), referencePage());
