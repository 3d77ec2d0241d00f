import type { PlanBatch, PlanLoad, PlanOutput } from '@promptwell/baiql-lang';
import { TransactionError } from '../interpreter/script-error.js';
import { eachStatement } from './walk-plan.js';

/** Words of the language that the engine doesn't carry out, by what the plan has of them. */
const LOAD_OPTIONS: readonly (readonly [keyof PlanLoad, string])[] = [
  ['sheet', 'SHEET'],
  ['header', 'HEADER'],
  ['encoding', 'ENCODING'],
  ['where', 'WHERE'],
  ['sort', 'SORT BY'],
  ['first', 'FIRST'],
  ['pairs', 'PAIRS'],
];
const OUTPUT_OPTIONS: readonly (readonly [keyof PlanOutput, string])[] = [
  ['sort', 'SORT BY'],
  ['top', 'TOP'],
];

/**
 * Ends a run before anything is read or paid, when the batch has a word that would be left out.
 * @throws TransactionError
 */
export function refuseUnsupported({ loads, outputs, body }: PlanBatch): void {
  const refuse = (line: number, word: string): never => {
    throw new TransactionError(`Line ${line}: this version can’t run ${word}. Remove it to go on.`);
  };
  for (const load of loads)
    for (const [key, word] of LOAD_OPTIONS) if (load[key] !== undefined) refuse(load.line, word);
  for (const output of outputs)
    for (const [key, word] of OUTPUT_OPTIONS) if (output[key] !== undefined) refuse(output.line, word);
  for (const statement of eachStatement(body))
    if (statement.kind === 'expect') refuse(statement.line, 'EXPECT');
}
