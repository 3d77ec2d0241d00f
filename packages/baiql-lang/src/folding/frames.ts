import type { Line } from '../tree/lines.js';
import type { Batch, Closer, If, Loop, Statement } from '../tree/nodes.js';
import type { BlockKind } from '../vocabulary/parts.js';

/** An open block during folding. */
export interface Frame {
  readonly block: BlockKind;
  /** Null for a batch with only an END_BATCH. */
  readonly opener: Line | null;
  readonly body: Statement[];
  divider: { line: Line; body: Statement[] } | null;
  damaged: boolean;
}

export function openFrame(block: BlockKind, opener: Line | null): Frame {
  return { block, opener, body: [], divider: null, damaged: false };
}

/** The list that receives the next statement. */
export function currentBody(frame: Frame): Statement[] {
  return frame.divider?.body ?? frame.body;
}

/** Builds the node of a finished frame. Its opener and divider belong to its block, possibly as assumed corrections. */
export function closeFrame({ block, opener, body, divider, damaged }: Frame, end: Closer): Batch | If | Loop {
  const last = end ?? divider?.body.at(-1) ?? divider?.line ?? body.at(-1) ?? opener;
  const first = opener ?? body[0] ?? end;
  if (first == null || last == null) throw new Error('A block without any line');
  const range = { start: first.range.start, end: last.range.end };
  if (block === 'BATCH') return { kind: 'batch', start: opener as Batch['start'], body, end, range, damaged };
  if (block === 'LOOP') return { kind: 'loop', start: opener as Loop['start'], body, end, range };
  return { kind: 'if', start: opener as If['start'], then: body, else: divider as If['else'], end, range };
}

/**
 * The likely length of the body of a block without closer: it ends before a STEP or a batch, which cannot be nested,
 * and before the first statement that is not indented deeper than the opener, provided the first one is.
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
