// Type-checks the application and every package.
import fs from 'node:fs';
import path from 'node:path';
import { bin, root, run } from './steps.mjs';

const packages = fs
  .readdirSync(path.join(root, 'packages'))
  .map((name) => path.join('packages', name, 'tsconfig.json'));
const projects = ['tsconfig.json', ...packages].filter((file) => fs.existsSync(path.join(root, file)));

let isSound = true;
for (const project of projects) {
  const { status, output } = await run(bin('tsc'), ['--noEmit', '-p', project]);
  if (status === 0) continue;
  isSound = false;
  console.error(output.trim());
}
process.exitCode = isSound ? 0 : 1;
