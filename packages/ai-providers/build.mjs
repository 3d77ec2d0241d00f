// After the compiler: writes the tokenizer's table as JSON, which Node reads in half the time that it takes for the same
// table as a program of 2 MB.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

writeFileSync(path.join(import.meta.dirname, 'dist/o200k-ranks.json'), JSON.stringify(ranks));
