import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile, format, parse, validate } from '../src/index.js';
import { readAllCases } from './support/golden-file.js';
import { SOUND_SCRIPTS } from './support/sound-scripts.js';

/** A plan without the places of its parts. */
function meaningOf(text: string): unknown {
  const plan = JSON.stringify(compile(parse(text).tree), (key, value: unknown) =>
    key === 'range' || key === 'line' ? undefined : value,
  );
  return JSON.parse(plan);
}

/** Writes a sound script carelessly: no indentation outside of text blocks, blanks at line ends, empty lines. */
function untidied(text: string): string {
  let inBlock = false;
  const lines = text.split('\n').flatMap((line) => {
    const wasInBlock = inBlock;
    if ((line.split('"""').length - 1) % 2 === 1) inBlock = !inBlock;
    if (wasInBlock) return [line];
    return inBlock ? [line.trimStart()] : [`${line.trim()}  `, '', ''];
  });
  return lines.join('\n');
}

describe('formatting the sound scripts', () => {
  it.each(SOUND_SCRIPTS.map(({ name, text }) => [name, text] as const))(
    '%s: the same is done, nothing is said, and once is enough',
    (_name, text) => {
      for (const written of [text, untidied(text), text.replaceAll('\n', '\r\n')]) {
        const formatted = format(written);
        expect(format(formatted)).toBe(formatted);
        expect(meaningOf(formatted)).toEqual(meaningOf(text));
        expect(validate(formatted).diagnostics).toEqual([]);
      }
    },
  );
});

describe('formatting the golden scripts, mistakes and all', () => {
  it('once is enough, and what is said stays the same but for upper case @soak', () => {
    const codes = (text: string): string[] =>
      validate(text)
        .diagnostics.map(({ code }) => code)
        // With a warning there is no hint that nothing keeps the replies.
        .filter((code) => code !== 'BQ106' && code !== 'BQ506');
    for (const { script, title } of readAllCases(path.join(import.meta.dirname, 'golden'))) {
      const formatted = format(script);
      expect([title, format(formatted)]).toEqual([title, formatted]);
      expect([title, codes(formatted)]).toEqual([title, codes(script)]);
    }
  });
});
