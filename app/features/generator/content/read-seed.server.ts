import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describeIssues } from '~/core/shared/zod';
import { seedFileSchema, type SeedFile } from './seed-schema';

export interface Seed {
  /** Hash of all files. */
  version: string;
  /** Parses and validates the files, in the order of their names. */
  files(): SeedFile[];
}

/** The reference content in a folder. */
export function readSeed(folder: string): Seed {
  const texts = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, text: fs.readFileSync(path.join(folder, name), 'utf8') }));
  const hash = createHash('sha256');
  for (const { name, text } of texts) hash.update(`${name}\n${text}\n`);
  return {
    version: hash.digest('hex'),
    files: () => texts.map(({ name, text }) => parseFile(name, text)),
  };
}

function parseFile(name: string, text: string): SeedFile {
  const parsed = seedFileSchema.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Error(`The reference content, ${name}: ${describeIssues(parsed.error.issues).join(' ')}`);
  return parsed.data;
}
