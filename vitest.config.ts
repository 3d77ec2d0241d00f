import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Long files first, as always; those that mostly wait for processes of their own spread among those that compute. By
 * themselves they would leave a core idle for a minute.
 */
class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWaiting = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/integration/');
    const sorted = await super.sort(files);
    return [sorted.filter(isWaiting), sorted.filter((file) => !isWaiting(file))]
      .flatMap((group) => group.map((file, index) => ({ file, place: (index + 0.5) / group.length })))
      .toSorted((a, b) => a.place - b.place)
      .map(({ file }) => file);
  }
}

export default defineConfig({
  resolve: { alias: { '~': path.resolve(import.meta.dirname, 'app') } },
  test: {
    include: [
      'app/**/*.test.{ts,tsx}',
      'server/**/*.test.ts',
      'scripts/*.test.ts',
      'packages/*/{src,test}/**/*.test.ts',
      'tests/{integration,vendors,support}/**/*.test.ts',
    ],
    // What takes long for what it may find is left to `npm run soak:tests` (docs/decisions/0057).
    testNamePattern: process.env.SOAK ? /@soak/ : /^(?!.*@soak)/,
    env: { QUICK_SERVERS: 'on' },
    setupFiles: ['tests/support/property-seed.ts', 'tests/support/patient-waits.ts'],
    expect: { poll: { timeout: 60_000 } },
    // Built packages are run as they are.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    pool: 'forks',
    // A file shares its process with others: what it needs it makes itself, and ends.
    isolate: false,
    // Many of them wait for processes of their own, so that three keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: Spread },
    // Garbage is collected less often.
    execArgv: ['--max-semi-space-size=128'],
    // Only what hangs should end by it, also where other work takes most of the machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
