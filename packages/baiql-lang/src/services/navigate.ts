import type { Range } from '../source/position.js';
import { occurrencesOf } from '../symbols/symbols.js';
import type { Line } from '../tree/lines.js';
import { visitStatements } from '../tree/visit.js';
import { openContext, parsedOf, type ScriptInput } from './context.js';
import { nameAt, touches } from './locate.js';

/** A definition. */
export interface Definition {
  /** The range of the requested word. */
  readonly origin: Range;
  /** Ranges that set it, in order. */
  readonly targets: readonly Range[];
}

/** An occurrence of a name. */
export interface Reference {
  /** The name without braces. */
  readonly range: Range;
  /** Whether it is set or read. */
  readonly role: 'definition' | 'reference';
}

/**
 * The definition of the name at an offset or, on ELSE, END_IF, END_LOOP and END_BATCH, the beginning of the block. Null
 * if there is none, as for built-ins.
 */
export function definition(script: ScriptInput, offset: number): Definition | null {
  const context = openContext(script);
  const found = nameAt(context.symbols, offset);
  if (found === null) return openerOf(script, offset);
  const targets = occurrencesOf(found.symbol, 'definition').map(({ range }) => range);
  return targets.length === 0 ? null : { origin: found.occurrence.range, targets };
}

/** Every occurrence of the name at an offset, in order; empty if there is no name. */
export function references(script: ScriptInput, offset: number): Reference[] {
  const found = nameAt(openContext(script).symbols, offset);
  if (found === null) return [];
  return found.symbol.occurrences
    .map(({ range, role }) => ({ range, role }))
    .sort((left, right) => left.range.start.offset - right.range.start.offset);
}

function openerOf(script: ScriptInput, offset: number): Definition | null {
  let found: Definition | null = null;
  const check = (line: Line | null | undefined, opener: Line | null): void => {
    if (line == null || opener === null || !touches(line.command.range, offset)) return;
    found = { origin: line.command.range, targets: [opener.command.range] };
  };
  visitStatements(parsedOf(script).tree.statements, (statement) => {
    if (statement.kind !== 'batch' && statement.kind !== 'loop' && statement.kind !== 'if') return;
    check(statement.end, statement.start);
    if (statement.kind === 'if') check(statement.else?.line, statement.start);
  });
  return found;
}
