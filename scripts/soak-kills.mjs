// `npm run soak:kills [kills]`: the tests that kill a server or command at work, repeated in one run.
import { bin, run } from './steps.mjs';
import { prepare } from './prepare.mjs';

const KILLED = [
  'tests/integration/kill',
  'tests/integration/baiql/recovery',
  'tests/integration/baiql/crash',
];
const kills = process.argv[2] ?? '30';

await prepare();
const { status } = await run(bin('vitest'), ['run', '--testTimeout=1200000', ...KILLED], {
  env: { KILLS: kills },
  show: true,
});
process.exitCode = status;
