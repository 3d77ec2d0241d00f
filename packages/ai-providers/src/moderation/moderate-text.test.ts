import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MODERATION_SETTINGS as DEFAULTS, type Decision } from './contract.js';
import { moderateText } from './moderate-text.js';
import { HARMFUL_TEXTS } from './testing/harmful-texts.js';
import { ORDINARY_TEXTS } from './testing/ordinary-texts.js';

const judge = (text: string) => moderateText(text, DEFAULTS);

describe.each(Object.entries(ORDINARY_TEXTS))('ordinary texts of %s', (_subject, texts) => {
  it.each(texts)('pass: %s', async (text) => {
    const { decision, message } = await judge(text);
    expect({ decision, message }).toEqual({ decision: 'allow', message: '' });
  });
});

describe('harmful texts', () => {
  it.each(HARMFUL_TEXTS)('$category is seen ($decision): $text', async ({ category, decision, text }) => {
    const result = await judge(text);
    expect(result.decision).toBe<Decision>(decision);
    expect(result.categories[0]).toMatchObject({ name: category, action: decision });
    expect(result.message).not.toBe('');
  });

  it('are seen in the middle of a long ordinary text', async () => {
    const filler = Object.values(ORDINARY_TEXTS).flat().join('\n');
    expect(await judge(`${filler}\nI will kill you.\n${filler}`)).toMatchObject({ decision: 'block' });
    expect((await judge(`${filler}\n${filler}`)).decision).toBe('allow');
  });
});

describe('any text', () => {
  it('gets a decision, and the same one each time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (text) => {
        expect(await judge(text)).toEqual(await judge(text));
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
  ])('is judged in time that grows with its length alone: %s', async (hostile) => {
    const elapsedMs = async (units: number): Promise<number> => {
      const text = hostile.repeat(Math.ceil(units / hostile.length));
      const began = performance.now();
      await judge(text);
      return performance.now() - began;
    };
    const fastest = async (units: number): Promise<number> =>
      Math.min(await elapsedMs(units), await elapsedMs(units), await elapsedMs(units));
    await elapsedMs(25_000); // warm
    // Sixteen times the length; were it quadratic, it would take 256 times as long.
    expect((await fastest(400_000)) / Math.max(await fastest(25_000), 0.5)).toBeLessThan(100);
  });
});
