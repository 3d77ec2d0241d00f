import { afterEach, describe, expect, it, vi } from 'vitest';
import { baiql, makeFolder } from '../test-support/run.js';
import { planScript } from './prepare-script.js';
import { readSettings } from './settings.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Whether a script would run with these options, and the messages before it. */
async function prepare(text: string, ...options: readonly string[]) {
  let said = '';
  await using folder = await makeFolder({ 'a.baiql': text });
  const file = folder.path('a.baiql');
  const plan = await planScript({ file, text }, readSettings([file, ...options]), {
    print: () => undefined,
    printError: (more) => (said += more),
    readInput: () => Promise.resolve(new Uint8Array()),
    colors: false,
    columns: null,
  });
  return { isRun: plan !== null, said };
}

const script = (line: string): string =>
  `BATCH_START\n${line}\nPROMPT "Hello"\nRUN\nOUTPUT "a.txt"\nEND_BATCH\n`;

describe('a script with lines that are not commands', () => {
  it('is refused, unless they are to be left out', async () => {
    const refused = await prepare(script('REMEMBER EVERYTHING'));
    expect(refused.isRun).toBe(false);
    expect(refused.said).toContain('Unknown command: REMEMBER');
    expect(refused.said).toContain('Use --allow-unknown to skip them.');
    expect(await prepare(script('REMEMBER EVERYTHING'), '--allow-unknown')).toMatchObject({ isRun: true });
  });
});

it('what lies in the folder for outputs can be loaded', async () => {
  const text =
    'BATCH_START\nLOAD "/data/output/all.txt" AS REF\nPROMPT "Hi"\nRUN\nOUTPUT "a.csv"\nEND_BATCH\n';
  await using out = await makeFolder({ 'all.txt': 'text' });
  expect((await prepare(text, '--out', out.folder)).said).toBe('');
  expect((await prepare(text)).said).toContain('Not found in PATH_IN: /data/output/all.txt');
});

describe('the names of models', () => {
  // Of a model that has no last day: these tests have the clock of the machine.
  const WRONG = script('MODEL "gpt-6-lunar"');

  it('are those of the providers whose keys the environment has', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'a key');
    const { isRun, said } = await prepare(WRONG);
    expect(isRun).toBe(true);
    expect(said).toMatch(/Unknown model gpt-6-lunar[^]+gpt-6-luna/u);
    expect((await prepare(script('MODEL "gpt-6-luna"'))).said).toBe('');
    await using folder = await makeFolder({ 'a.baiql': WRONG });
    expect((await baiql(['check', folder.path('a.baiql')])).output).toContain('Unknown model gpt-6-lunar');
  });

  it('are not known without a key, of a server of one’s own, or where another model is asked for', async () => {
    expect((await prepare(WRONG)).said).toBe('');
    vi.stubEnv('OPENAI_API_KEY', 'a key');
    expect((await prepare(WRONG, '--model', 'gpt-4o')).said).toBe('');
    expect((await prepare(WRONG, '--base-url', 'http://localhost:1/v1')).said).toBe('');
    vi.stubEnv('OPENAI_BASE_URL', 'http://localhost:1/v1');
    expect((await prepare(WRONG)).said).toBe('');
  });
});
