// The database client, which Prisma makes from the schema.
import { bin, hashOf, once, run, StepError, tail } from './steps.mjs';

/** Generates the database client, unless the one that is there fits the schema. */
export const generateClient = () =>
  once('node_modules/.promptwell-generated', hashOf(['prisma/schema', 'package-lock.json']), async () => {
    console.log('Generating the database client …');
    // Prisma would download an engine that generating does not use; any executable in its place keeps it from that.
    const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
    const { status, output } = await run(bin('prisma'), ['generate', '--no-hints'], { env });
    if (status !== 0) throw new StepError(`The database client could not be generated:\n${tail(output)}`);
  });
