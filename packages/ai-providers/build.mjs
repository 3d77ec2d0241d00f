// After the compiler: the tokenizer's table, one token after the other in the order of their ranks, each behind its length
// in a byte. It can be read in slices, and takes half the memory of the same table as a program.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';

const parts = Array.from(tokens, (token) => {
  const bytes = Buffer.from(token);
  if (bytes.length === 0 || bytes.length > 255) throw new Error(`No byte says how long ${token} is.`);
  return [Buffer.of(bytes.length), bytes];
});
writeFileSync(path.join(import.meta.dirname, 'dist/o200k-ranks'), Buffer.concat(parts.flat()));
