import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { matchOwner } from './match-owner.server';

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'owner-'));
  fs.mkdirSync(path.join(dataDir, 'backups'));
  fs.writeFileSync(path.join(dataDir, 'backups/app.db'), '');
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

const owners = () => ['backups', 'backups/app.db'].map((name) => fs.statSync(path.join(dataDir, name)).uid);

// Only root can give files away; for anyone else there is nothing to do.
it('gives what root has written to the owner of DATA_DIR', () => {
  const own = process.getuid?.() ?? 0;
  if (own === 0) fs.chownSync(dataDir, 1000, 1000);
  expect(matchOwner(dataDir)).toBeUndefined();
  expect(owners()).toEqual(own === 0 ? [1000, 1000] : [own, own]);
});

it('names the command where DATA_DIR itself belongs to root', () => {
  const isRoot = process.getuid?.() === 0;
  expect(matchOwner(dataDir)).toEqual(
    isRoot ? expect.stringContaining(`chown -R USER ${dataDir}`) : undefined,
  );
});
