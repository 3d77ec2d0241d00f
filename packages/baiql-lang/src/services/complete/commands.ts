import type { Batch, If, Loop, Script, Statement } from '../../tree/nodes.js';
import { blocksOf } from '../../tree/visit.js';
import { COMMANDS } from '../../vocabulary/commands.js';
import type { CompletionItem } from './item.js';
import { itemOf } from './item.js';
import { SNIPPETS } from './snippets.js';

type Block = Batch | If | Loop;

/** What the cursor is inside of. */
export interface Surroundings {
  readonly inBatch: boolean;
  readonly inLoop: boolean;
  /** The innermost open block. */
  readonly innermost: Block | null;
}

export function surroundingsAt(tree: Script, offset: number): Surroundings {
  const open: Block[] = [];
  const search = (statements: readonly Statement[]): void => {
    const block = statements.findLast(
      (statement): statement is Block => isBlock(statement) && isAround(statement, offset),
    );
    if (block === undefined) return;
    open.push(block);
    for (const body of blocksOf(block)) search(body);
  };
  search(tree.statements);
  const kinds = open.map(({ kind }) => kind);
  return {
    inBatch: kinds.includes('batch'),
    inLoop: kinds.includes('loop'),
    innermost: open.at(-1) ?? null,
  };
}

function isBlock(statement: Statement): statement is Block {
  return statement.kind === 'batch' || statement.kind === 'if' || statement.kind === 'loop';
}

/** A block that is not closed yet goes on to the end of the script. */
function isAround({ start, end, range }: Block, offset: number): boolean {
  const from = start?.range.end.offset ?? range.start.offset;
  return from < offset && (end === null || offset <= end.range.start.offset);
}

type Test = (around: Surroundings) => boolean;

const inBatch: Test = (around) => around.inBatch;
const innermostIs =
  (kind: Block['kind']): Test =>
  ({ innermost }) =>
    innermost?.kind === kind;

/** Where commands belong; all others may stand anywhere. */
const BELONGS: Readonly<Record<string, Test>> = {
  BATCH_START: (around) => !around.inBatch,
  END_BATCH: innermostIs('batch'),
  STEP: innermostIs('batch'),
  END_IF: innermostIs('if'),
  ELSE: ({ innermost }) => innermost?.kind === 'if' && innermost.else === null,
  END_LOOP: innermostIs('loop'),
  BREAK: (around) => around.inLoop,
  PROMPT: inBatch,
  RUN: inBatch,
  LOAD: inBatch,
  OUTPUT: inBatch,
  TRACK: inBatch,
  SKIP: inBatch,
  RETRY: inBatch,
  ERROR: inBatch,
};

const CLOSERS: Readonly<Record<Block['kind'], string>> = {
  batch: 'END_BATCH',
  if: 'END_IF',
  loop: 'END_LOOP',
};

/** The commands that belong to a place, what closes the open block first, and whole blocks to fill in. */
export function commandItems(tree: Script, offset: number): CompletionItem[] {
  const around = surroundingsAt(tree, offset);
  const open = around.innermost?.end === null ? around.innermost : null;
  const closer = open === null ? '' : CLOSERS[open.kind];
  const items = COMMANDS.filter(({ word }) => BELONGS[word]?.(around) ?? true).map((entry) => itemOf(entry));
  const snippets = SNIPPETS.filter(({ belongs }) => belongs === undefined || belongs === around.inBatch).map(
    ({ item }) => item,
  );
  return [
    ...items.filter(({ label }) => label === closer),
    ...items.filter(({ label }) => label !== closer),
    ...snippets,
  ];
}
