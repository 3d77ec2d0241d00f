import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '~': path.resolve(import.meta.dirname, 'app') } },
  test: {
    include: [
      'app/**/*.test.{ts,tsx}',
      'server/**/*.test.ts',
      'packages/*/{src,test}/**/*.test.ts',
      'tests/{integration,vendors,support}/**/*.test.ts',
    ],
    setupFiles: ['tests/support/property-seed.ts'],
    pool: 'forks',
    // A file shares its process with others: what it needs it makes itself, and ends.
    isolate: false,
    // `npm test` runs browser tests beside them; alone, three would be a little faster on two cores.
    maxWorkers: 2,
    // Only what hangs should end by it, also where other work takes most of the machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
