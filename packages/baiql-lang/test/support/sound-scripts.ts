import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const directory = path.join(import.meta.dirname, '../sound');

export interface SoundScript {
  readonly name: string;
  readonly text: string;
}

/** Scripts of the kind that people write, in which nothing is wrong. */
export const SOUND_SCRIPTS: readonly SoundScript[] = readdirSync(directory)
  .sort()
  .map((name) => ({ name, text: readFileSync(path.join(directory, name), 'utf8') }));
