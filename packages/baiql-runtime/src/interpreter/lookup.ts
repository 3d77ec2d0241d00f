import { columnNumber } from '@promptwell/baiql-lang/names';
import type { PlainValue } from '../records.js';
import { builtIn } from './built-ins.js';
import type { Lookup } from './evaluate.js';
import { TransactionError } from './script-error.js';
import type { BatchContext } from './services.js';
import type { TransactionState } from './transaction-state.js';

/** The transaction's input is never shadowed by a column of the same name. */
const INPUTS: ReadonlySet<string> = new Set(['INPUT', 'INPUT_TEXT', 'INPUT_TEXT2']);

/**
 * Resolves names inside a body, in this order: the transaction's variables, GLOBALs, values set before the batches, the
 * row's columns, built-ins. @throws TransactionError for a name without a value.
 */
export function createLookup(context: BatchContext, state: TransactionState): Lookup {
  const view = {
    facts: context.facts,
    figures: context.services.figures,
    nowMs: context.services.nowMs,
    transaction: state,
  };
  return (name) => {
    state.origins.reads(name);
    const known =
      state.variable(name) ??
      context.globals.get(name) ??
      context.base.get(name) ??
      (INPUTS.has(name) ? undefined : columnValue(state, name)) ??
      builtIn(name, view);
    if (known !== undefined) return known;
    if (context.assigned.has(name)) return '';
    throw new TransactionError(`{${name}} has no value here.${hint(state)}`);
  };
}

function columnValue({ input }: TransactionState, name: string): PlainValue | undefined {
  for (const { columns, values } of input.rows) {
    const place = columns.places.get(name);
    if (place !== undefined) return values[place] ?? '';
  }
  const number = columnNumber(name);
  if (number === null) return undefined;
  const [row] = input.rows;
  if (row === undefined || number > row.columns.headers.length) return undefined;
  return row.values[number - 1] ?? '';
}

function hint({ input }: TransactionState): string {
  const names = input.rows.flatMap(({ columns }) => [...columns.places.keys()]);
  return names.length === 0 ? '' : ` The columns are ${names.slice(0, 12).join(', ')}.`;
}
