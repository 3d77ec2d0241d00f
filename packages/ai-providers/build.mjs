// After the compiler: the tokenizer's table, as a file that needs no more than to be read.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { buildTable } from './dist/tokens/token-table.js';

const table = buildTable(Array.from(tokens, (token) => Buffer.from(token)));
writeFileSync(path.join(import.meta.dirname, 'dist/o200k-table'), table);
