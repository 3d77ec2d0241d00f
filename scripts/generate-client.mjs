// The database client, which Prisma generates from the schema.
import { filesOf, runIfStale } from './stamps.mjs';
import { bin, run, StepError } from './steps.mjs';

export const clientStep = {
  stamp: 'node_modules/.promptwell-generated',
  inputs: ['prisma/schema', 'prisma.config.ts', 'package-lock.json'],
  readResult: filesOf(['node_modules/.prisma/client']),
  work: async () => {
    console.log('Generating the database client …');
    const { status, output } = await run(bin('prisma'), ['generate'], { env: { CHECKPOINT_DISABLE: '1' } });
    if (status !== 0) throw new StepError(`The database client could not be generated:\n${output.trim()}`);
  },
};

/** Generates the database client unless it is up to date. */
export const generateClient = () => runIfStale(clientStep);
