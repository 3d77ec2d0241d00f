import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const app = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(app, file), 'utf8');

test('every background that a class names is a color of the theme', () => {
  const colors = new Set(
    Array.from(read('styles/app.css').matchAll(/--color-([a-z0-9-]+):/g), ([, name]) => name),
  );
  const unknown = fs
    .readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) =>
      Array.from(
        read(file).matchAll(/['" :`]bg-([a-z][a-z0-9-]*)/g),
        ([, name]) => `${file}: bg-${String(name)}`,
      ).filter((named) => !colors.has(named.replace(/.*: bg-/, ''))),
    );
  expect(unknown).toEqual([]);
});
