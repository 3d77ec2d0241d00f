import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDataDir } from './single-instance.server';

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'claim-'));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

describe('a folder of data', () => {
  it('is served by one process, and by the next when that has ended', () => {
    const giveBack = claimDataDir(directory);
    expect(() => claimDataDir(directory)).toThrow(`Another Promptwell is using ${directory}.`);
    giveBack();
    claimDataDir(directory)();
  });

  it('that is no folder is named, with what to do', () => {
    const file = path.join(directory, 'file');
    fs.writeFileSync(file, '');
    expect(() => claimDataDir(file)).toThrow(`${file} is a file. Set DATA_DIR to a folder.`);
    const below = path.join(file, 'data');
    expect(() => claimDataDir(below)).toThrow(
      /folder .*data can’t be created.* set DATA_DIR to another folder\.$/,
    );
  });

  it('is created at the first start', () => {
    const folder = path.join(directory, 'new', 'data');
    claimDataDir(folder)();
    expect(fs.statSync(folder).isDirectory()).toBe(true);
  });
});
