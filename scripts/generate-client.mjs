// The database client, which Prisma makes from the schema.
import { createRequire } from 'node:module';
import path from 'node:path';
import { filesOf, once } from './stamps.mjs';
import { root, StepError } from './steps.mjs';

const require = createRequire(import.meta.url);
const SCHEMA = 'prisma/schema';

export const clientStep = {
  stamp: 'node_modules/.promptwell-generated',
  inputs: [SCHEMA, 'package-lock.json'],
  readResult: filesOf(['node_modules/.prisma/client']),
  work: async () => {
    console.log('Generating the database client …');
    try {
      await generate();
    } catch (error) {
      throw new StepError(`The database client could not be generated:\n${error.message}`);
    }
  },
};

/** Generates the database client, unless the one that is there fits the schema. */
export const generateClient = () => once(clientStep);

/** As `prisma generate` does it, whose command line brings a studio and three other databases (docs/decisions/0062). */
async function generate() {
  const { loadSchemaContext, getGenerators } = require('@prisma/internals');
  const { PrismaClientJsGenerator } = require('@prisma/client-generator-js');
  const schemaContext = await loadSchemaContext({
    schemaPath: { cliProvidedPath: path.join(root, SCHEMA) },
    printLoadMessage: false,
  });
  const generator = new PrismaClientJsGenerator({ cliCommand: 'prisma' });
  const registry = { 'prisma-client-js': { type: 'in-process', generator } };
  for (const each of await getGenerators({ schemaContext, registry })) {
    await each.generate();
    each.stop();
  }
}

// `node scripts/generate-client.mjs`, after the schema was changed.
if (process.argv[1] === import.meta.filename) await generateClient();
