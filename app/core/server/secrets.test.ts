import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readInstallationSecret } from './secrets.server';

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'secret-'));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

it('the secret is made once and kept, and again where a full disk left its file empty', () => {
  const made = readInstallationSecret(undefined, directory);
  expect(made).toMatch(/^[\da-f]{64}$/);
  expect(readInstallationSecret(undefined, directory)).toBe(made);

  fs.writeFileSync(path.join(directory, 'session-secret'), '');
  const next = readInstallationSecret(undefined, directory);
  expect(next).toMatch(/^[\da-f]{64}$/);
  expect(readInstallationSecret(undefined, directory)).toBe(next);
});
