import { describe, expect, it, vi } from 'vitest';
import { any, type CommandEntry, number, option } from '../src/vocabulary/parts.js';

/** A command that the language does not have. */
const WAIT: CommandEntry = {
  kind: 'wait',
  section: 'Waiting',
  signature: 'WAIT seconds [JITTER seconds]',
  documentation: 'Waits before the next line.',
  example: 'WAIT 5 JITTER 2',
  syntax: [number('seconds', 1, 60), any([option('JITTER'), number('jitter', 0, 10, 'fraction')])],
  options: [
    {
      title: 'Options of WAIT',
      group: 'option',
      rows: [['JITTER', 'JITTER seconds', 'Waits a little longer, by chance.', 'WAIT 5 JITTER 2']],
    },
  ],
  place: { inside: 'batch', outside: 'BQ219' },
};

// Everything is made from the table when it is loaded: a language of its own, which no other test sees.
vi.resetModules();
const { COMMAND_TABLE } = await import('../src/vocabulary/commands/index.js');
Object.assign(COMMAND_TABLE, { WAIT });
const language = await import('../src/index.js');
vi.resetModules();

const inBatch = (line: string): string =>
  `BATCH_START\n  PROMPT "Hi"\n  RUN\n  ${line}\n  OUTPUT "o.txt"\nEND_BATCH\n`;
const told = (script: string): string[] =>
  language.validate(script).diagnostics.map(({ message }) => message);

describe('a command that is put into the table', () => {
  it('is read, with its fields in its node', () => {
    const [, , , line] = language.parse(inBatch('WAIT 5 JITTER 0.5')).tree.lines;
    expect(line).toMatchObject({
      kind: 'wait',
      broken: false,
      seconds: { value: 5 },
      jitter: { value: 0.5 },
    });
    expect(told(inBatch('WAIT 5 JITTER 0.5'))).toEqual([]);
  });

  it('is checked: what it requires, its ranges, its options and its place', () => {
    expect(told(inBatch('WAIT'))).toEqual(['WAIT requires a number']);
    expect(told(inBatch('WAIT 5 JITTER'))).toEqual(['JITTER requires a number']);
    expect(told(inBatch('WAIT 90'))).toEqual(['WAIT must be between 1 and 60']);
    expect(told(inBatch('WAIT 5 JITTER 1 JITTER 2'))).toEqual(['Unexpected JITTER after 1']);
    expect(told('WAIT 5')).toEqual(['WAIT outside of BATCH_START/END_BATCH']);
    expect(told(inBatch('wait 5'))).toEqual(['Write WAIT in upper case']);
  });

  it('is mended where it is mistyped', () => {
    const [diagnostic] = language.validate(inBatch('WIAT 5 JITTER 2')).diagnostics;
    expect(diagnostic).toMatchObject({ code: 'BQ201', fixes: [{ title: 'Change to WAIT' }] });
  });

  it('is given the options that stand on lines of their own', () => {
    const [diagnostic] = language.validate(inBatch('WAIT 5\n  jitter: 2')).diagnostics;
    expect(diagnostic).toMatchObject({
      message: 'JITTER is an option of WAIT: it goes on the same line',
      fixes: [{ title: 'Move it after WAIT' }],
    });
    expect(language.fixAll(inBatch('WAIT 5\n  jitter: 2'))).toBe(inBatch('WAIT 5 JITTER 2'));
  });

  it('is completed, explained, coloured, formatted and documented', () => {
    const script = inBatch('wait  5   ');
    const at = script.indexOf('5') + 2;
    expect(language.complete(script, at).items.map(({ label }) => label)).toEqual(['JITTER']);
    expect(language.complete(inBatch(''), inBatch('').indexOf('RUN') + 6).items).toContainEqual(
      expect.objectContaining({ label: 'WAIT' }),
    );
    expect(language.hover(script, script.indexOf('wait'))).toMatchObject({ signature: WAIT.signature });
    expect(language.semanticTokens(script)).toContainEqual(
      expect.objectContaining({ start: script.indexOf('wait'), kind: 'command' }),
    );
    expect(language.format(script)).toBe(inBatch('WAIT 5'));
    expect(language.referencePage()).toContain('#### WAIT\n\n`WAIT seconds [JITTER seconds]`');
    expect(language.referencePage()).toContain('| `JITTER` | 0 to 10 |');
  });
});
