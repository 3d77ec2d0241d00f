// `npm run soak:disk-full`: real disks of a few MiB, run full under `baiql run` and under the server. Linux, as root: the
// disks are mounted where nobody else sees them, and go with the process.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './steps.mjs';

const soak = ['--import', 'tsx', path.join(root, 'tests/soak/disk-full.ts')];
const { status, error } = spawnSync('unshare', ['--mount', process.execPath, ...soak], {
  cwd: root,
  stdio: 'inherit',
});
if (error) console.error(`A private mount needs Linux, root and util-linux (${error.message}).`);
process.exitCode = status ?? 1;
