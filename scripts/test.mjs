// `npm test`: prepares, checks, tests and counts. The last line is `N passed, N failed`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CHECKS, CHECKS_WITH_SQLITE, runChecks } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensurePostgres } from './postgres-programs.mjs';
import { prepare } from './prepare.mjs';
import { bin, root, run, StepError } from './steps.mjs';

const reports = path.join(root, 'build/test-reports');

let passed = 0;
let failed = 0;

// A temporary folder, removed at the end, for files that tests leave behind, such as data of killed servers.
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-npm-test-'));
fs.chmodSync(scratch, 0o1777); // like /tmp: where tests run as root, PostgreSQL runs as nobody
process.env.TMPDIR = scratch;

try {
  fs.rmSync(reports, { recursive: true, force: true });
  fs.mkdirSync(reports, { recursive: true });
  let checks;
  const prepared = prepare({
    onPackages: () => {
      checks = countChecks(CHECKS);
    },
  });
  const [chromium] = await Promise.all([
    ensureChromium(prepared),
    prepared.then(ensurePostgres).then(runVitest),
  ]);
  await checks;
  await countChecks(CHECKS_WITH_SQLITE);
  // Run last: alongside the other tests, which keep two cores busy, both take longer (docs/decisions/0057).
  await runPlaywright(chromium);
} catch (error) {
  failed += 1;
  console.error(error instanceof StepError ? error.message : error);
}
fs.rmSync(scratch, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function countChecks(checks) {
  const bad = await runChecks(checks);
  passed += checks.length - bad;
  failed += bad;
}

async function runVitest() {
  const file = path.join(reports, 'vitest.json');
  const { status, output } = await run(bin('vitest'), [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  count(
    'unit and integration tests',
    status,
    output,
    readReport(file, ({ numPassedTests, numFailedTests, testResults }) => ({
      good: numPassedTests,
      bad: numFailedTests,
      faults: testResults.flatMap(({ name, message, assertionResults }) =>
        [{ title: 'the file itself', failureMessages: [message] }, ...assertionResults]
          .map(({ fullName, title, failureMessages = [] }) => [fullName ?? title, failureMessages[0]])
          .filter(([, fault]) => fault)
          .map(([title, fault]) => `${path.relative(root, name)} › ${title}: ${firstLine(fault)}`),
      ),
    })),
  );
}

async function runPlaywright(chromium) {
  const file = path.join(reports, 'playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
  const { status, output } = await run(bin('playwright'), ['test', '--reporter=dot,json'], { env });
  count(
    'browser tests',
    status,
    output,
    readReport(file, ({ stats, suites, errors }) => ({
      good: stats.expected,
      bad: stats.unexpected + stats.flaky,
      faults: [...errors.map(({ message }) => firstLine(message)), ...suites.flatMap(faultsOfSuite)],
    })),
  );
}

function faultsOfSuite({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return `${file}:${line} › ${title}: ${firstLine(error?.message ?? 'no error was reported')}`;
    });
  return [...own, ...suites.flatMap(faultsOfSuite)];
}

function firstLine(text) {
  return stripVTControlCharacters(text).trim().split('\n')[0];
}

/**
 * A runner that ends badly without a failed test (a crash, an empty run) counts as one failure. Failures are listed
 * first, one per line, because long output often gets truncated.
 */
function count(name, status, output, { good, bad, faults }) {
  const isFailed = status !== 0 || bad > 0 || good === 0;
  passed += good;
  failed += isFailed ? Math.max(1, bad) : 0;
  console.log(
    isFailed
      ? [`FAILED  ${name}: ${good} passed, ${bad} failed`, ...faults, '', output.trim()].join('\n')
      : `ok      ${name}: ${good} passed`,
  );
}

function readReport(file, pick) {
  try {
    return pick(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch (error) {
    return { good: 0, bad: 0, faults: [`There is no report: ${error.message}`] };
  }
}
