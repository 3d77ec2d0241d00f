import type { Line } from '../tree/lines.js';
import type { Batch, Closer, If, Loop, Statement } from '../tree/nodes.js';
import type { BlockKind } from '../vocabulary/parts.js';

/** A block that is open while lines are folded. */
export interface Frame {
  readonly block: BlockKind;
  /** Null for a batch of which there is only the end. */
  readonly opener: Line | null;
  readonly body: Statement[];
  divider: { line: Line; body: Statement[] } | null;
  damaged: boolean;
}

export function openFrame(block: BlockKind, opener: Line | null): Frame {
  return { block, opener, body: [], divider: null, damaged: false };
}

/** The list that the next statement goes to. */
export function currentBody(frame: Frame): Statement[] {
  return frame.divider?.body ?? frame.body;
}

/** The node of a finished frame. */
export function closeFrame(frame: Frame, end: Closer): Batch | If | Loop {
  const { opener, body, divider } = frame;
  const last = end ?? currentBody(frame).at(-1) ?? divider?.line ?? opener ?? body.at(-1);
  const first = opener ?? body[0] ?? end;
  if (first == null || last == null) throw new Error('A block without any line');
  const range = { start: first.range.start, end: last.range.end };
  const start = opener;
  if (frame.block === 'BATCH') {
    if (start !== null && start.kind !== 'batch-start' && start.kind !== 'unknown') throw wrongOpener(start);
    return { kind: 'batch', start, body, end, range, damaged: frame.damaged };
  }
  if (frame.block === 'LOOP') {
    if (start?.kind !== 'loop-start' && start?.kind !== 'unknown') throw wrongOpener(start);
    return { kind: 'loop', start, body, end, range };
  }
  if (start?.kind !== 'if-start' && start?.kind !== 'unknown') throw wrongOpener(start);
  const line = divider?.line;
  const isElse = line?.kind === 'else' || line?.kind === 'unknown';
  return {
    kind: 'if',
    start,
    then: body,
    else: divider !== null && isElse ? { line, body: divider.body } : null,
    end,
    range,
  };
}

function wrongOpener(line: Line | null): Error {
  return new Error(`A block cannot begin with ${line?.kind ?? 'nothing'}`);
}

/**
 * Where the body of a block ends whose closing line is missing: before a STEP or a batch, which cannot be
 * inside, and before the first statement that is indented no deeper than the opener, if the first one is.
 */
export function likelyLength(frame: Frame): number {
  const body = currentBody(frame);
  const column = (frame.divider?.line ?? frame.opener)?.range.start.column ?? 1;
  const isIndented = (body[0]?.range.start.column ?? 0) > column;
  const end = body.findIndex(
    ({ kind, range }) => kind === 'step' || kind === 'batch' || (isIndented && range.start.column <= column),
  );
  return end < 0 || frame.block === 'BATCH' ? body.length : end;
}
