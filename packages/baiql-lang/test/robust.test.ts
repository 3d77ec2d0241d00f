import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, type Diagnostic, parse, type Range, validate } from '../src/index.js';
import { createLexer } from '../src/parsing/lexer.js';
import { LineParser } from '../src/parsing/line-parser.js';
import { SOUND_SCRIPTS } from './support/sound-scripts.js';

const PIECES = [
  'BATCH_START',
  'END_BATCH',
  'LOAD',
  'PROMPT',
  'RUN',
  'SET',
  'GET',
  'IF',
  'ELSE',
  'END_IF',
  'LOOP',
  'END_LOOP',
  'AS',
  'FILE',
  'MATCH',
  'FROM',
  'JSON',
  'OUTPUT',
  'TRACK',
  'WHILE',
  'NOT',
  'AND',
  'FORMAT',
  'json',
  'x',
  'Y1',
  '{X}',
  '"',
  '"""',
  '\\',
  '#',
  '(',
  ')',
  '=',
  '==',
  '<',
  '+',
  ',',
  '3',
  '0.5',
  '\n',
  '\r\n',
  '\r',
  '\t',
  ' ',
  '  ',
  '{',
  '}',
  'é',
  '🙂',
  '\u0000',
];

const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 200 }).map((pieces) => pieces.join(''));
const bytes = fc.uint8Array({ maxLength: 2_000 }).map((data) => new TextDecoder().decode(data));
const torn = fc
  .tuple(
    fc.constantFrom(...SOUND_SCRIPTS.map(({ text }) => text)),
    fc.array(fc.nat(2_000), { maxLength: 12 }),
  )
  .map(([text, places]) => places.reduce((left, at) => left.slice(0, at) + left.slice(at + (at % 7)), text));
const anything = fc.oneof(soup, bytes, torn, fc.string({ unit: 'binary', maxLength: 500 }));

function isWithin({ start, end }: Range, text: string): boolean {
  const before = text.slice(0, start.offset).split(/\r\n|\n|\r/);
  return (
    start.offset <= end.offset &&
    end.offset <= text.length &&
    start.line === before.length &&
    start.column === (before.at(-1) ?? '').length + 1
  );
}

function rangesOf({ range, related, fixes }: Diagnostic): Range[] {
  const edits = (fixes ?? []).flatMap((fix) => fix.edits.map((edit) => edit.range));
  return [range, ...(related ?? []).map((place) => place.range), ...edits];
}

describe('whatever the text', () => {
  it('there is a tree, a validation and a plan, and every place lies in the text', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const parsed = parse(text);
        const { diagnostics } = validate(parsed, {
          files: ['a.csv'],
          headers: { 'a.csv': ['X'] },
          models: ['m'],
        });
        compile(parsed.tree);
        for (const place of diagnostics.flatMap(rangesOf)) expect(isWithin(place, text)).toBe(true);
        expect(parsed.tokens.every(({ start, end }) => start < end && end <= text.length)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('the same text is always told the same', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(validate(text)).toEqual(validate(text));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['letters', 'a'],
    ['quotes', '"'],
    ['block quotes', '"""\n'],
    ['braces', '{'],
    ['backslashes', '\\'],
    ['blanks', ' '],
    ['line ends', '\n'],
    ['parentheses', '('],
    ['unknown commands', 'PROMT "x"\n'],
    ['broken commands', 'SET x =\n'],
    ['undefined names', 'WRITE_LOG "{NOBODY}"\n'],
    ['openers', 'IF 1 = 1\n'],
    ['closers', 'END_IF\n'],
    ['mixed closers', 'IF 1 = 1\nEND_LOOP\n'],
    ['batches', 'BATCH_START\n'],
    ['unclosed blocks', 'PROMPT """\nRUN\n'],
    ['zero bytes', '\u0000'],
    ['halves of characters', '\uD83D'],
  ])('256 KB of %s is survived @soak', (_title, piece) => {
    const text = piece.repeat(Math.floor(262_144 / piece.length));
    expect(validate(text).diagnostics).toBeInstanceOf(Array);
  });

  it('so is the longest script that is taken', () => {
    expect(validate('PROMPT """\nRUN\n'.repeat(65_536)).diagnostics).toBeInstanceOf(Array);
  });
});

describe('the grammar', () => {
  it('has no ambiguity that Chevrotain can find', () => {
    expect(() => new LineParser({ validating: true })).not.toThrow();
    expect(createLexer(true).lexerDefinitionErrors).toEqual([]);
  });
});
