import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-house-'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function house(files: Record<string, string>): { status: number | null; stdout: string } {
  for (const [file, source] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), source);
  }
  return spawnSync(process.execPath, ['scripts/house.mjs', root], { encoding: 'utf8' });
}

it('finds a circle of values, also through a re-export and an import at run time', () => {
  const { status, stdout } = house({
    'app/one.ts': `export { two } from './two';`,
    'app/two.ts': `export const two = () => import('~/three');`,
    'app/three.tsx': `import * as one from './one';\nexport const three = one;`,
  });
  expect(status).toBe(1);
  expect(stdout).toContain('FAILED  circles of values between files: 1');
  expect(stdout).toContain('app/three.tsx');
});

it('finds a circle between features although no file is in one, and names the imports', () => {
  const { status, stdout } = house({
    'app/features/prompts/index.ts': `import type { A } from '~/features/teams/a';\nexport type P = A;`,
    'app/features/prompts/b.ts': `export const b = 1;`,
    'app/features/teams/a.ts': `export type A = 1;`,
    'app/features/teams/c.ts': `import { b } from '~/features/prompts/b';\nexport const c = b;`,
  });
  expect(status).toBe(1);
  expect(stdout).toContain('ok      circles of values between files: 0');
  expect(stdout).toContain('FAILED  circles between folders of app/features: 1');
  expect(stdout).toContain('app/features/teams/c.ts -> app/features/prompts/b.ts (value)');
});

it('finds a circle of types through the services', () => {
  const { status, stdout } = house({
    'app/services.ts': `import type { A } from '~/features/a/a';\nexport interface Services { a: A }`,
    'app/features/a/a.ts': `import { type Services } from '~/services';\nexport type A = keyof Services;`,
  });
  expect(status).toBe(1);
  expect(stdout).toContain('FAILED  circles through app/services.ts or app/core: 1');
});

it('allows types of one feature that need one another, and leaves tests aside @soak', () => {
  const { status, stdout } = house({
    'app/features/a/tree.ts': `import type { Leaf } from './leaf';\nexport interface Tree { leaves: Leaf[] }`,
    'app/features/a/leaf.ts': `import type { Tree } from './tree';\nexport interface Leaf { of: Tree }`,
    'app/features/b/b.ts': `import type { Tree } from '~/features/a/tree';\nexport type B = Tree;`,
    'app/features/a/leaf.test.ts': `import { type B } from '~/features/b/b';\nexport type T = B;`,
  });
  expect(status).toBe(0);
  expect(stdout).toContain('allowed: 1 circle of types within one feature or package (2 files)');
});
