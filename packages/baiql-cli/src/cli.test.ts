import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { baiql, makeFolder } from './test-support/run.js';

describe('wrong usage', () => {
  it.each([
    [[], 'No command given.', 'Usage: baiql COMMAND'],
    [['chekc'], 'Unknown command: chekc.', 'Usage: baiql COMMAND'],
    [['check'], 'No file given.', 'Usage: baiql check FILE…'],
    [['check', '--formta', 'json', 'a'], 'Unknown option: --formta.', 'Usage: baiql check FILE…'],
    [['check', '--constructor', 'a'], 'Unknown option: --constructor.', 'Usage: baiql check FILE…'],
    [['check', '-x', 'a'], 'Unknown option: -x.', 'Usage: baiql check FILE…'],
    [
      ['check', '--format', 'xml', 'a'],
      '--format must be one of pretty, json, sarif, not xml.',
      'Usage: baiql check FILE…',
    ],
    [['check', 'a', '--format'], '--format needs a value.', 'Usage: baiql check FILE…'],
    [['check', '--files', 'a', '--files', 'b', 'c'], '--files is given twice.', 'Usage: baiql check FILE…'],
    [['check', '-', '-'], 'Standard input (-) can be read only once.', 'Usage: baiql check FILE…'],
    [['fmt'], 'No file given.', 'Usage: baiql fmt FILE…'],
    [['fmt', '--check', '--write', 'a'], 'Choose one of --check and --write.', 'Usage: baiql fmt FILE…'],
    [['fmt', '--check=yes', 'a'], '--check takes no value.', 'Usage: baiql fmt FILE…'],
    [['fmt', '--write', '-'], 'Standard input (-) cannot be written back.', 'Usage: baiql fmt FILE…'],
  ])('%j is one sentence, the usage, and status 2', async (args, sentence, usage) => {
    const { status, output, complaints } = await baiql(args);
    expect(complaints.startsWith(`${sentence}\n\n${usage}`)).toBe(true);
    expect(complaints.split('\n').length).toBeLessThan(12);
    expect(output).toBe('');
    expect(status).toBe(2);
  });
});

describe('help', () => {
  it.each([['--help'], ['-h'], ['help'], ['check', '--help'], ['fmt', '-h']])(
    '%j %j goes to standard output',
    async (...args) => {
      const { status, output, complaints } = await baiql(args);
      expect(output).toMatch(/^Usage: baiql /);
      expect(complaints).toBe('');
      expect(status).toBe(0);
    },
  );
});

it.each(['--version', '-v'])('%s is that of the package', async (option) => {
  const { status, output } = await baiql([option]);
  expect({ status, output }).toEqual({ status: 0, output: `${manifest.version}\n` });
});

describe('files that cannot be read', () => {
  it('are named, the others are checked, and the status is 2', async () => {
    await using files = await makeFolder({
      'sound.baiql': 'BATCH_START\nEND_BATCH\n',
      'empty/notes.txt': '',
    });
    const gone = files.path('gone.baiql');
    const { status, output, complaints } = await baiql([
      'check',
      gone,
      files.path('empty'),
      files.path('sound.baiql'),
    ]);
    expect(complaints).toBe(
      `${gone}: No such file.\n${files.path('empty')}: No .baiql file in this folder.\n`,
    );
    expect(output).toContain('sound.baiql: ✓ Valid with 1 warning(s)');
    expect(status).toBe(2);
  });
});
