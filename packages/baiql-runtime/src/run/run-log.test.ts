import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LogLine } from '../records.js';
import { temporaryArea, temporaryFolder } from '../test-support/temporary-area.js';
import { openLogFile } from './log-file.js';
import { createRunLog } from './run-log.js';

const LEFT_OUT = '5,000 more lines were left out: the log keeps 100,000 of a run.';

describe('the log of a run', () => {
  it('tells a hundred thousand lines, then how many were left out', () => {
    const told: LogLine[] = [];
    const log = createRunLog({ log: (lines) => lines.forEach((line) => told.push(line)) });
    for (let number = 1; number <= 105_000; number += 1) log.add('info', `line ${number}`);
    log.close();
    expect(told).toHaveLength(100_001);
    expect(told.slice(-2).map(({ text }) => text)).toEqual(['line 100000', LEFT_OUT]);
  });

  it('says nothing of lines left out where there are none', () => {
    const told: LogLine[] = [];
    const log = createRunLog({ log: (lines) => lines.forEach((line) => told.push(line)) });
    log.add('info', 'only');
    log.close();
    expect(told.map(({ text }) => text)).toEqual(['only']);
  });

  it('is as long in the file of MAKE_LOG', async () => {
    const area = await temporaryArea();
    const log = await openLogFile({
      area,
      written: 'run.log',
      pathOut: '/data/output/',
      scratchFolder: await temporaryFolder(),
    });
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}`);
    for (let number = 105; number >= 1; number -= 1) await log.add(number, lines);
    await log.finish();
    await log.close();
    const written = (await readFile(path.join(area.outputRoot, 'run.log'), 'utf8')).trimEnd().split('\n');
    expect(written).toHaveLength(100_001);
    expect(written.slice(-2)).toEqual(['line 1000', LEFT_OUT]);
  });

  it.each([
    ['runs: 9:30?.log', 'runs_ 9_30_.log'],
    ['a\u202egol.exe', 'agol.exe'],
    ['logs/.hidden. ', 'logs/hidden'],
    [`${'é'.repeat(120)}.log`, `${'é'.repeat(98)}.log`],
  ])('has a name in the file area that any system can store: %j', async (written, name) => {
    const area = await temporaryArea();
    const scratchFolder = await temporaryFolder();
    const log = await openLogFile({ area, written, pathOut: '/data/output/', scratchFolder });
    await log.add(1, ['said']);
    expect(await log.finish()).toMatchObject({ path: `/data/output/${name}` });
    await log.close();
  });
});
