import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix, type Diagnostic, validate } from '../src/index.js';
import { deleteCharacter, deleteLine, insertText, type Mutation, swapLines } from './support/mutations.js';
import { refersToTouched, relatedLines } from './support/related-lines.js';
import { SOUND_SCRIPTS } from './support/sound-scripts.js';

const script = fc.constantFrom(...SOUND_SCRIPTS.map(({ text }) => text));

/** A sound script together with a number below a bound that depends on it. */
function scriptAnd(bound: (text: string) => number): fc.Arbitrary<[string, number]> {
  return script.chain((text) => fc.tuple(fc.constant(text), fc.nat(bound(text) - 1)));
}

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}

function lineStart(text: string, line: number): number {
  return text.split('\n').slice(0, line).join('\n').length + (line === 0 ? 0 : 1);
}

const CHARACTERS = '" { } # x ( ) \\ 0 = , - é _ R .'.split(' ').concat(' ');
const LINES = [
  'RUN',
  'SKIP',
  'hello there',
  'END_IF',
  'END_LOOP',
  'END_BATCH',
  'BATCH_START',
  'ELSE',
  'PROMPT "More"',
  'LOOP 2',
  'IF XACT = 1',
  '"""',
  'LOAD "a/" AS WORK',
  'OUTPUT "more.csv"',
  'STEP',
  'SET MORE = 1',
  'NONSENSE',
];

const mutations = {
  'a character is deleted': scriptAnd((text) => text.length).map(([text, at]) => deleteCharacter(text, at)),
  'a line is deleted': scriptAnd(lineCount).map(([text, line]) => deleteLine(text, line + 1)),
  'two lines are swapped': scriptAnd((text) => lineCount(text) - 1).map(([text, line]) =>
    swapLines(text, line + 1),
  ),
  'a character is inserted': fc
    .tuple(
      scriptAnd((text) => text.length),
      fc.constantFrom(...CHARACTERS),
    )
    .map(([[text, at], character]) => insertText(text, at, character)),
  'a line end is inserted': scriptAnd((text) => text.length).map(([text, at]) => insertText(text, at, '\n')),
  'a line is inserted': fc
    .tuple(scriptAnd(lineCount), fc.constantFrom(...LINES))
    .map(([[text, line], inserted]) => insertText(text, lineStart(text, line), `${inserted}\n`)),
} satisfies Record<string, fc.Arbitrary<Mutation>>;

/** A line that is lost can leave several names without what sets or reads them: each of those is told. */
const OF_NAMES = new Set<Diagnostic['code']>(['BQ401', 'BQ403']);

/** In `\,\ ` there are two backslashes that mean nothing. */
function isTwice({ code }: Diagnostic, first: Diagnostic | undefined): boolean {
  return code === 'BQ108' && first?.code === code;
}

describe.each(Object.entries(mutations))('when %s in a sound script', (_name, mutation) => {
  it('something is said only where the change can be told', () => {
    fc.assert(
      fc.property(mutation, (change) => {
        const allowed = relatedLines(change);
        const elsewhere = validate(change.after).diagnostics.filter(
          (diagnostic) => !allowed.has(diagnostic.range.start.line) && !refersToTouched(change, diagnostic),
        );
        expect(elsewhere).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('it is told once, and besides it only names that lost their value or their use with it', () => {
    fc.assert(
      fc.property(mutation, (change) => {
        const { diagnostics } = validate(change.after);
        const [first, ...others] = diagnostics.filter(({ code }) => !OF_NAMES.has(code));
        expect(others.filter((other) => !isTwice(other, first))).toEqual([]);
        const messages = diagnostics.map(({ message }) => message);
        expect(new Set(messages).size).toBe(messages.length);
      }),
      { numRuns: 400 },
    );
  });

  it('a fix removes what it is for and adds nothing', () => {
    fc.assert(
      fc.property(mutation, (change) => {
        const { diagnostics } = validate(change.after);
        for (const diagnostic of diagnostics) {
          for (const fix of diagnostic.fixes ?? []) {
            const after = validate(applyFix(change.after, fix)).diagnostics.filter(
              ({ code }) => !SECOND_THOUGHTS.has(code),
            );
            expect(notAmong(after, without(diagnostics, diagnostic)), fix.title).toEqual([]);
          }
        }
      }),
      { numRuns: 400 },
    );
  });
});

/** What is said only when nothing graver is: it may come to light after a fix. */
const SECOND_THOUGHTS = new Set(['BQ409', 'BQ410', 'BQ506']);

function without(diagnostics: readonly Diagnostic[], one: Diagnostic): Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic !== one);
}

/** Those diagnostics for which the others have none of the same code to spare. */
function notAmong(diagnostics: readonly Diagnostic[], others: readonly Diagnostic[]): Diagnostic[] {
  const codes = others.map(({ code }) => code);
  return diagnostics.filter(({ code }) => {
    const index = codes.indexOf(code);
    if (index < 0) return true;
    codes.splice(index, 1);
    return false;
  });
}
