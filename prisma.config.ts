import path from 'node:path';
import { defineConfig } from 'prisma/config';

// Before any command, Prisma downloads an engine. These don't use it: with any program in its place they need no network.
if (['generate', 'validate', 'format'].includes(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({
  schema: 'prisma/schema',
  datasource: { url: `file:${path.resolve(process.env.DATA_DIR ?? 'data', 'app.db')}` },
});
