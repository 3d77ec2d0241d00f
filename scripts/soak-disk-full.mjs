// `npm run soak:disk-full`: fills real disks of a few MiB under `baiql run` and the server. Linux, as root: the disks
// are mounted in a private namespace and disappear with the process.
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
