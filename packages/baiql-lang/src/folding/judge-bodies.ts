import type { Line } from '../tree/lines.js';
import type { SimpleStatement, Statement } from '../tree/nodes.js';
import { visitStatements } from '../tree/visit.js';
import { isForBatch } from '../vocabulary/vocabulary.js';
import type { Frame } from './frames.js';

/** Whether a block would be sound if only its end were added. */
export function canStand({ block, opener }: Frame, body: readonly Statement[]): boolean {
  const kinds = linesIn(body).map(({ kind }) => kind);
  if (block === 'BATCH') return kinds.some((kind) => kind === 'prompt' || kind === 'run');
  const goesOn = opener?.kind === 'loop-start' && opener.condition !== null;
  return !goesOn || kinds.some((kind) => CHANGING.has(kind));
}

const CHANGING = new Set<Line['kind']>(['get', 'set', 'global', 'break', 'skip', 'halt']);

/** Whether statements have what a batch needs: prompts that are run, and files to name its outputs after. */
export function isComplete(body: readonly Statement[]): boolean {
  const lines = linesIn(body);
  const kinds = lines.map(({ kind }) => kind);
  const runsAll =
    kinds.includes('prompt') &&
    kinds.indexOf('prompt') < kinds.indexOf('run') &&
    kinds.lastIndexOf('prompt') < kinds.lastIndexOf('run');
  const needsFiles = lines.some((line) => line.kind === 'output' && line.grouping?.word === 'MATCH');
  return runsAll && (!needsFiles || kinds.includes('load'));
}

/** The simple statements of a list, those inside of blocks included. */
function linesIn(body: readonly Statement[]): SimpleStatement[] {
  const found: SimpleStatement[] = [];
  visitStatements(body, (statement) => {
    if (statement.kind !== 'batch' && statement.kind !== 'if' && statement.kind !== 'loop')
      found.push(statement);
  });
  return found;
}

/** The first statement of a list that only a batch may have; undefined when there is none. */
export const firstOfBatch = (body: readonly Statement[]): Statement | undefined =>
  body.find((statement) => linesIn([statement]).some(({ kind }) => isForBatch(kind)));
