// `npm run soak:properties [rounds]`: the property tests with a new seed per round, until one fails.
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { bin, root, run } from './steps.mjs';

const rounds = Number(process.argv[2] ?? 5);
const files = ['app', 'packages'].flatMap(propertyTests);

for (let round = 1; round <= rounds; round += 1) {
  const seed = randomInt(2 ** 31);
  console.log(`round ${round} of ${rounds}: seed ${seed}`);
  const { status, output } = await run(bin('vitest'), ['run', ...files], {
    env: { PROPERTY_SEED: String(seed) },
  });
  if (status === 0) continue;
  console.error(`${output}\nRun it again with PROPERTY_SEED=${seed}.`);
  process.exit(1);
}

function propertyTests(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : propertyTests(file);
    const isProperty =
      /\.test\.tsx?$/.test(file) && fs.readFileSync(path.join(root, file), 'utf8').includes('fc.assert');
    return isProperty ? [file] : [];
  });
}
