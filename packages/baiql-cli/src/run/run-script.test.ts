import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runCli } from '../cli.js';
import { makeFolder } from '../test-support/run.js';

it('refuses files that have changed since the estimate somebody agreed to, and sends nothing', async () => {
  await using files = await makeFolder({
    'hi.baiql': 'BATCH_START\nLOAD "rows.csv" AS FILE\nPROMPT "Hi {NAME}"\nRUN\nOUTPUT "o.csv"\nEND_BATCH\n',
    'data/rows.csv': 'Name\nAnn\n',
  });
  let said = '';
  const say = (text: string): void => {
    said += text;
    if (text.includes('Transactions  1\n')) writeFileSync(files.path('data/rows.csv'), 'Name\nAnn\nBob\n');
  };
  const folders = ['--files', files.path('data'), '--out', files.path('out')];
  const status = await runCli(['run', files.path('hi.baiql'), ...folders, '--yes'], {
    print: say,
    printError: say,
    readInput: () => Promise.resolve(Buffer.from('')),
    colors: false,
    columns: null,
  });
  expect(said).toContain('/data/input/rows.csv has changed since the estimate');
  expect(said).toContain('Tokens     0 in, 0 out');
  expect(status).toBe(2);
});
