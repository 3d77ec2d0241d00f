import { BATCHES } from './batches.js';
import { FAULTS } from './faults.js';
import { FILES } from './files.js';
import { PROMPTS } from './prompts.js';
import { VALUES_AND_FLOW } from './values-and-flow.js';

/**
 * The table of commands, in the order of the reference: their syntax, position and documentation. The grammar, tree
 * nodes, checks of positions and numbers, completion, formatting, highlighting, hover and the reference are derived
 * from it.
 */
export const COMMAND_TABLE = { ...BATCHES, ...FILES, ...PROMPTS, ...VALUES_AND_FLOW, ...FAULTS } as const;

export type CommandTable = typeof COMMAND_TABLE;
export type CommandWord = keyof CommandTable;
