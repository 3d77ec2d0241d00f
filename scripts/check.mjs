// `npm run check`: lint, types, format and unit tests. `npm test` also runs the tests that need a server or a browser.
import { CHECKS, runChecks } from './checks.mjs';
import { ensurePostgres } from './postgres-programs.mjs';
import { preparePackages } from './prepare.mjs';
import { bin, exitOnStepError, run } from './steps.mjs';

/** Folders whose tests need no build. */
const UNIT_TESTS = ['app/', 'server/', 'scripts/', 'packages/'];

await preparePackages().then(ensurePostgres).catch(exitOnStepError);
const [failed, tests] = await Promise.all([
  runChecks(CHECKS),
  run(bin('vitest'), ['run', '--reporter=dot', ...UNIT_TESTS]),
]);
console.log(tests.status === 0 ? 'ok      unit tests' : `FAILED  unit tests\n${tests.output.trim()}`);
process.exitCode = failed === 0 && tests.status === 0 ? 0 : 1;
