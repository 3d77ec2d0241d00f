import type { Source } from '../source/source.js';
import type { Line } from '../tree/lines.js';
import { Folder } from './folder.js';
import type { Folded } from './roles.js';

export { type Folded, unfolded } from './roles.js';

/** Past this many, no reading is better than another. */
const MOST_PROBLEMS = 200;

/**
 * Folds lines into blocks. A sound script is folded in one go. Where openers and closers do not match up, the
 * lines' indentation and mistyped commands are taken into account too, and the reading with the fewest
 * mistakes is chosen: it is the one that blames the right line.
 */
export function foldBlocks(source: Source, lines: readonly Line[]): Folded {
  const plain = new Folder(source, lines, { byIndent: false, presume: false }).fold();
  if (plain.problems === 0 || plain.problems > MOST_PROBLEMS) return plain;
  const readings = [
    new Folder(source, lines, { byIndent: true, presume: true }).fold(),
    new Folder(source, lines, { byIndent: false, presume: true }).fold(),
    new Folder(source, lines, { byIndent: true, presume: false }).fold(),
    plain,
  ];
  return readings.reduce((best, reading) => (reading.problems < best.problems ? reading : best));
}
