import { describe, expect, it } from 'vitest';
import { cutToWidth, visibleWidth, windowAround } from './visible-text.js';

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

describe('the width of a text on a terminal', () => {
  it.each([
    ['letters', 'Zoë', 3],
    ['an accent of its own', 'Zoe\u0308', 3],
    ['Chinese', '你好', 4],
    ['Korean', '한글', 4],
    ['full-width letters', 'ＡＢ', 4],
    ['an emoji', '🎓', 2],
    ['a flag', '🇩🇪', 2],
    ['a family', FAMILY, 2],
    ['a tab', '\t', 4],
  ])('counts %s as they are shown', (_, text, width) => {
    expect(visibleWidth(text)).toBe(width);
  });

  it('cuts between what people take for characters', () => {
    expect(cutToWidth(`a${FAMILY}b`, 2)).toBe('a');
    expect(cutToWidth(`a${FAMILY}b`, 3)).toBe(`a${FAMILY}`);
    expect(cutToWidth('你好', 3)).toBe('你');
  });

  it('shows a place of a long line with wide letters in as many columns as there are', () => {
    const line = `${'你'.repeat(100)}{NAME}${'🎓'.repeat(100)}`;
    const { text, start, end } = windowAround(line, 100, 106, 40);
    expect(visibleWidth(text)).toBeLessThanOrEqual(40);
    expect(text.slice(start, end)).toBe('{NAME}');
  });
});
