import { describe, expect, it } from 'vitest';
import { compile, parse, validate } from '../src/index.js';
import { SOUND_SCRIPTS } from './support/sound-scripts.js';

describe('sound scripts', () => {
  it('are at least forty', () => {
    expect(SOUND_SCRIPTS.length).toBeGreaterThanOrEqual(40);
  });

  it.each(SOUND_SCRIPTS.map(({ name, text }) => [name, text] as const))(
    '%s: nothing is said',
    (_name, text) => {
      expect(validate(text).diagnostics).toEqual([]);
    },
  );

  it.each(SOUND_SCRIPTS.map(({ name, text }) => [name, text] as const))(
    '%s: nothing is said with other line ends',
    (_name, text) => {
      expect(validate(text.replaceAll('\n', '\r\n')).diagnostics).toEqual([]);
    },
  );

  it.each(SOUND_SCRIPTS.map(({ name, text }) => [name, text] as const))(
    '%s: its plan is plain data',
    (_name, text) => {
      const plan = compile(parse(text).tree);
      expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
      expect(plan.items.some((item) => item.kind === 'batch')).toBe(true);
    },
  );
});
