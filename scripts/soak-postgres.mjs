// `npm run soak:postgres [files]`: the tests that start the server, with all data on PostgreSQL. TEST_POSTGRES names a server
// whose user may create databases; without it, one from the tests' package is started.
import { ensureChromium } from './chromium.mjs';
import { ensurePostgres } from './postgres-programs.mjs';
import { prepare } from './prepare.mjs';
import { bin, run } from './steps.mjs';

/** They look into SQLite's file, lock it, or start servers on both databases themselves. */
const ABOUT_SQLITE = [
  'backup',
  'busy-database',
  'copy-database',
  'forgetting',
  'ownership-sweep',
  'postgres',
  'baiql/owners',
  'baiql/retention',
];

const prepared = prepare();
const [chromium] = await Promise.all([ensureChromium(prepared), prepared.then(ensurePostgres)]);
const { status } = await run(bin('tsx'), ['tests/soak/on-postgres.ts', ...process.argv.slice(2)], {
  env: {
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    EXCLUDED: ABOUT_SQLITE.map((name) => `tests/integration/${name}.test.ts`).join(','),
  },
  show: true,
  timeoutMs: 4 * 3_600_000,
});
process.exitCode = status;
