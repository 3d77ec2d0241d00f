import { BATCHES } from './batches.js';
import { FAULTS } from './faults.js';
import { FILES } from './files.js';
import { PROMPTS } from './prompts.js';
import { VALUES_AND_FLOW } from './values-and-flow.js';

/**
 * The one table of commands, in the order of the reference: what each of them takes, where it belongs, and the texts
 * about it. The grammar, the nodes of the tree, checks of places and numbers, completion, formatting, colours, help
 * and the reference are made from it.
 */
export const COMMAND_TABLE = { ...BATCHES, ...FILES, ...PROMPTS, ...VALUES_AND_FLOW, ...FAULTS } as const;

export type CommandTable = typeof COMMAND_TABLE;
export type CommandWord = keyof CommandTable;
