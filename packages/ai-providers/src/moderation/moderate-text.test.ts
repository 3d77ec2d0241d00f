import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MODERATION_SETTINGS as DEFAULTS, type Decision } from './contract.js';
import { moderateText } from './moderate-text.js';
import { HARMFUL_TEXTS } from './testing/harmful-texts.js';
import { ORDINARY_TEXTS } from './testing/ordinary-texts.js';

const judge = (text: string) => moderateText(text, DEFAULTS);

describe.each(Object.entries(ORDINARY_TEXTS))('ordinary texts of %s', (_subject, texts) => {
  it.each(texts)('pass: %s', (text) => {
    const { decision, message } = judge(text);
    expect({ decision, message }).toEqual({ decision: 'allow', message: '' });
  });
});

describe('harmful texts', () => {
  it.each(HARMFUL_TEXTS)('$category is seen ($decision): $text', ({ category, decision, text }) => {
    const result = judge(text);
    expect(result.decision).toBe<Decision>(decision);
    expect(result.categories[0]).toMatchObject({ name: category, action: decision });
    expect(result.message).not.toBe('');
  });

  it('are seen in the middle of a long ordinary text', () => {
    const filler = Object.values(ORDINARY_TEXTS).flat().join('\n');
    expect(judge(`${filler}\nI will kill you.\n${filler}`)).toMatchObject({ decision: 'block' });
    expect(judge(`${filler}\n${filler}`).decision).toBe('allow');
  });
});

describe('any text', () => {
  it('gets a decision, and the same one each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(judge(text)).toEqual(judge(text));
      }),
    );
  });

  it.each([
    'i i i will will kill ',
    'k.i.l.l.',
    '"i will kill you ',
    'write erotic write ',
    '4111 1111 ',
    'a ',
    'é',
    'iiii1',
  ])('is judged in time that grows with its length alone: %s', (hostile) => {
    const elapsedMs = (units: number): number => {
      const text = hostile.repeat(Math.ceil(units / hostile.length));
      const began = performance.now();
      judge(text);
      return performance.now() - began;
    };
    const fastest = (units: number): number => Math.min(...[1, 2, 3].map(() => elapsedMs(units)));
    elapsedMs(25_000); // warm
    // Sixteen times the length; were it quadratic, it would take 256 times as long.
    expect(fastest(400_000) / Math.max(fastest(25_000), 0.5)).toBeLessThan(100);
  });
});
