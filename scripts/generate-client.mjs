// The database clients, which Prisma generates from the schema: one for SQLite, one for PostgreSQL.
import { POSTGRES_CLIENT, writePostgresModel } from './postgres-model.mjs';
import { filesOf, runIfStale } from './stamps.mjs';
import { bin, run, StepError } from './steps.mjs';

export const clientStep = {
  stamp: 'node_modules/.promptwell-generated',
  inputs: ['prisma/schema', 'prisma.config.ts', 'package-lock.json', 'scripts/postgres-model.mjs'],
  readResult: filesOf(['node_modules/.prisma/client', POSTGRES_CLIENT]),
  work: async () => {
    console.log('Generating the database client …');
    await Promise.all([generate(), generate('--schema', writePostgresModel())]);
  },
};

async function generate(...options) {
  const { status, output } = await run(bin('prisma'), ['generate', ...options], {
    env: { CHECKPOINT_DISABLE: '1' },
  });
  if (status !== 0) throw new StepError(`The database client could not be generated:\n${output.trim()}`);
}

/** Generates the database clients unless they are up to date. */
export const generateClient = () => runIfStale(clientStep);
