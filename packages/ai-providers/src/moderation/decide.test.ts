import { describe, expect, it } from 'vitest';
import {
  DEFAULT_MODERATION_SETTINGS as DEFAULTS,
  type Findings,
  type ModerationSettings,
} from './contract.js';
import { decide } from './decide.js';

const judge = (findings: Findings, settings: Partial<ModerationSettings> = {}) =>
  decide(findings, { ...DEFAULTS, ...settings }, 'patterns');
const seen = (score: number) => ({ score, note: 'seen' });

describe('a decision', () => {
  it.each([
    ['hate', 'hateWarn', 'hateBlock'],
    ['violence', 'violenceWarn', 'violenceBlock'],
    ['self-harm', 'selfHarmWarn', 'selfHarmBlock'],
  ] as const)('on %s follows the two thresholds of the settings', (category, warn, block) => {
    const settings = { [warn]: 0.3, [block]: 0.6 };
    expect(judge({ [category]: seen(0.29) }, settings).decision).toBe('allow');
    expect(judge({ [category]: seen(0.3) }, settings).decision).toBe('warn');
    expect(judge({ [category]: seen(0.6) }, settings).decision).toBe('block');
  });

  it('on card numbers and on minors warns where blocking is switched off', () => {
    expect(judge({ 'payment-cards': seen(1), minors: seen(1) }).decision).toBe('block');
    expect(judge({ 'payment-cards': seen(1) }, { blockPci: false }).decision).toBe('warn');
    expect(judge({ minors: seen(1) }, { blockCsam: false }).decision).toBe('warn');
  });

  it('is the gravest of all, and its sentence names what decided', () => {
    const { decision, categories, message } = judge({ violence: seen(0.5), hate: seen(0.9) });
    expect(decision).toBe('block');
    expect(categories.map(({ name, action }) => [name, action])).toEqual([
      ['hate', 'block'],
      ['violence', 'warn'],
    ]);
    expect(message).toBe('Blocked by moderation: hate or harassment (seen).');
  });

  it('on self-harm tells where there is help', () => {
    expect(judge({ 'self-harm': seen(0.9) }).message).toContain('findahelpline.com');
  });

  it('on nothing is to allow, without a word', () => {
    expect(judge({})).toEqual({ decision: 'allow', source: 'patterns', categories: [], message: '' });
  });
});
