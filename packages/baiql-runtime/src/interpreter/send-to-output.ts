import { fillPath } from '../outputs/index.js';
import type { PlainValue } from '../records.js';
import { splitExtension } from '../paths/index.js';
import { createLookup } from './lookup.js';
import type { BatchContext } from './services.js';
import type { TransactionState } from './transaction-state.js';
import { toText } from './values.js';

/** The file of one transaction, if its OUTPUT's path contains names of the transaction. */
function ownPath(context: BatchContext, transaction: TransactionState, output: number): { path?: string } {
  const { batch, facts, services } = context;
  const { path, ownNames = [], grouping } = batch.outputs[output] ?? { path: [], grouping: 'AGGREGATE' };
  if (ownNames.length === 0 || grouping !== 'SEPARATE') return {};
  // Uses the run's start time, so that a resume produces the same names.
  const atBeginning = { ...services, nowMs: () => facts.startedAtMs };
  const lookup = createLookup({ ...context, services: atBeginning }, transaction);
  const valueOf = (name: string): string => {
    const value = toText(lookup(name));
    // The output has its own extension: summaries/essay.txt, not essay.docx.txt.
    return name === 'FILENAME' ? splitExtension(value)[0] : value;
  };
  return { path: fillPath(path, valueOf) };
}

/** Keeps numbers numeric in outputs, so that a column can be summed, without floating-point noise. */
const cellOf = (value: PlainValue): string | number =>
  typeof value === 'number' ? Number(toText(value)) : toText(value);

/** A pair's file is named after both. */
const nameOfPair = (name: string, second: string | undefined): string =>
  second === undefined ? name : `${splitExtension(name)[0]}-${second}`;

/** Sends the transaction's current reply to an output, with the current values of TRACK's names. */
export function sendToOutput(
  context: BatchContext,
  state: TransactionState,
  output: number,
  lookup = createLookup(context, state),
): void {
  const { number, label, file, second, values, cells = values } = state.input;
  const sequence = state.nextSequence(output);
  state.addOutput(output, {
    number,
    sequence,
    label,
    ...(file === null ? {} : { fileName: nameOfPair(file.name, second?.name) }),
    values: cells,
    reply: state.reply ?? '',
    ...ownPath(context, state, output),
    tracked: context.batch.track.map((name) => cellOf(lookup(name))),
  });
}
