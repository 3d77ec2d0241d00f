import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const text = fs.readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
const rows = [...text.matchAll(/^\| `(\w+)` +\| `([^`]+)` +\|/gm)].map(([, name, file]) => ({ name, file }));

describe('the architecture’s five paths', () => {
  it('are lists', () => expect(rows.length).toBeGreaterThan(60));

  it.each(rows)('$file has $name', ({ name = '', file = '' }) => {
    expect(fs.readFileSync(path.join(root, file), 'utf8')).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
