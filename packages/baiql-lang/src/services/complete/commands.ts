import type { Batch, If, Loop, Script, Statement } from '../../tree/nodes.js';
import { blocksOf } from '../../tree/visit.js';
import { COMMAND_ENTRIES, COMMANDS } from '../../vocabulary/vocabulary.js';
import { type CompletionItem, itemOf } from './item.js';
import { SNIPPETS } from './snippets.js';

type Block = Batch | If | Loop;

/** The block that contains the cursor. */
export interface Surroundings {
  readonly inBatch: boolean;
  readonly inLoop: boolean;
  /** The innermost open block. */
  readonly innermost: Block | null;
}

function surroundingsAt(tree: Script, offset: number): Surroundings {
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

/** An unclosed block extends to the end of the script. */
function isAround({ start, end, range }: Block, offset: number): boolean {
  const from = start?.range.end.offset ?? range.start.offset;
  return from < offset && (end === null || offset <= end.range.start.offset);
}

/** True if a command is allowed at a position; those without a constraint in the table are allowed anywhere. */
function belongs(command: string, { inBatch, inLoop, innermost }: Surroundings): boolean {
  const { place, block } = COMMAND_ENTRIES.get(command) ?? {};
  const inner = innermost?.kind.toUpperCase();
  if (block?.does === 'open') return block.block !== 'BATCH' || !inBatch;
  if (block?.does === 'divide') return innermost?.kind === 'if' && innermost.else === null;
  if (block?.does === 'close') return inner === block.block;
  if (place?.inside === 'step') return inner === 'BATCH';
  if (place?.inside === 'loop') return inLoop;
  return place === undefined || inBatch;
}

/** The commands allowed at a position, closers of the open block first, and block snippets. */
export function commandItems(tree: Script, offset: number): CompletionItem[] {
  const around = surroundingsAt(tree, offset);
  const isOpen = around.innermost?.end === null;
  const isCloser = ({ label }: CompletionItem): boolean =>
    isOpen && COMMAND_ENTRIES.get(label)?.block?.does === 'close';
  const items = COMMANDS.filter(({ word }) => belongs(word, around)).map((entry) => itemOf(entry));
  const snippets = SNIPPETS.filter(
    (snippet) => snippet.belongs === undefined || snippet.belongs === around.inBatch,
  ).map(({ item }) => item);
  return [...items.filter(isCloser), ...items.filter((item) => !isCloser(item)), ...snippets];
}
