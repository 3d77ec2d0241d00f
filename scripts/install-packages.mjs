// Installs the npm packages of the lock file and verifies them.
import fs from 'node:fs';
import path from 'node:path';
import { root, run, StepError, tail } from './steps.mjs';

/** Errors caused by leftovers of an interrupted installation, or by two at once. */
const LEFTOVER_ERRORS = /\b(ENOTEMPTY|EEXIST|ENOENT|ENOTDIR|EISDIR|EINTEGRITY)\b/;

export const installStep = {
  stamp: 'node_modules/.promptwell-installed',
  inputs: ['package.json', 'package-lock.json'],
  readResult: readPackages,
  work: install,
};

async function install() {
  console.log('Installing packages (a few minutes the first time) …');
  let { status, output } = await installOnce();
  if (status !== 0 && LEFTOVER_ERRORS.test(output)) {
    fs.rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
    ({ status, output } = await installOnce());
  }
  if (status === 0) return;
  throw new StepError(
    `npm could not install the packages:\n${tail(output)}\nCheck the network, and run the same command again.`,
  );
}

const installOnce = () =>
  run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);

/**
 * The installed version of each package of the lock file. Optional ones may be missing, since they depend on the
 * platform.
 */
function readPackages() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place]) => place.includes('node_modules/'))
    .map(([place, { version, link, optional, devOptional }]) => {
      const found = versionAt(place);
      const isMissing = found === undefined && !optional && !devOptional;
      if (isMissing || (found !== undefined && !link && found !== version)) {
        throw new StepError(`The package at ${place} is ${found ?? 'missing'}: run npm ci.`);
      }
      return `${place} ${found ?? ''}`;
    })
    .join('\n');
}

function versionAt(place) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, place, 'package.json'), 'utf8')).version;
  } catch {
    return undefined; // missing or incomplete
  }
}
