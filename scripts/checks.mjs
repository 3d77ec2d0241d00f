// Static checks. Each counts as one test.
import { bin, run } from './steps.mjs';

/** For Go programs: garbage collection takes a quarter of their time, and they exit before they need it. */
const NO_GARBAGE = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

export const CHECKS = [
  { name: 'lint', command: bin('oxlint'), args: [], env: NO_GARBAGE },
  { name: 'types', command: process.execPath, args: ['scripts/typecheck.mjs'], env: NO_GARBAGE },
  { name: 'format', command: bin('oxfmt'), args: ['--check'] },
  { name: 'unused code', command: bin('knip'), args: ['--no-progress'] },
  { name: 'circles', command: process.execPath, args: ['scripts/house.mjs'] },
];
export const CHECKS_WITH_SQLITE = [
  {
    name: 'migrations and schema agree',
    command: process.execPath,
    args: ['--experimental-wasm-modules', '--no-warnings', 'scripts/schema-diff.mjs', '--check'],
  },
  {
    name: 'PostgreSQL’s migration and schema agree',
    command: process.execPath,
    args: ['--experimental-wasm-modules', '--no-warnings', 'scripts/postgres-schema.mjs', '--check'],
  },
];

/** Runs checks one by one, prints each result, and returns the number of failures. */
export async function runChecks(checks) {
  let failed = 0;
  for (const { name, command, args, env } of checks) {
    const { status, output } = await run(command, args, { env });
    if (status !== 0) failed += 1;
    console.log(status === 0 ? `ok      ${name}` : `FAILED  ${name}\n${output.trim()}`);
  }
  return failed;
}
