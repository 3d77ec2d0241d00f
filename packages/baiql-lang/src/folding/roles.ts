import type { Line } from '../tree/lines.js';
import type { BlockLineKind, SimpleStatement } from '../tree/nodes.js';

export type BlockKind = 'BATCH' | 'IF' | 'LOOP';

/** What a line does to the blocks around it. */
export type Role =
  | { readonly does: 'open'; readonly block: BlockKind }
  | { readonly does: 'close'; readonly block: BlockKind }
  | { readonly does: 'divide' }
  | null;

const ROLES: Readonly<Record<string, Role>> = {
  BATCH_START: { does: 'open', block: 'BATCH' },
  END_BATCH: { does: 'close', block: 'BATCH' },
  IF: { does: 'open', block: 'IF' },
  ELSE: { does: 'divide' },
  END_IF: { does: 'close', block: 'IF' },
  LOOP: { does: 'open', block: 'LOOP' },
  END_LOOP: { does: 'close', block: 'LOOP' },
};

/** The role of a line; a mistyped command has the role of what was probably meant, if that may be presumed. */
export function roleOf(line: Line, presume: boolean): Role {
  if (line.kind !== 'unknown') return ROLES[line.command.word] ?? null;
  return presume && line.presumed !== null ? (ROLES[line.presumed] ?? null) : null;
}

/** Whether a line is a statement by itself. */
export function isSimple(line: Line): line is SimpleStatement {
  return !BLOCK_LINES.has(line.kind);
}

const BLOCK_LINES: ReadonlySet<Line['kind']> = new Set<BlockLineKind>([
  'batch-start',
  'end-batch',
  'if-start',
  'else',
  'end-if',
  'loop-start',
  'end-loop',
]);
