import { describe, expect, it } from 'vitest';
import { FREE_SENDS_PER_DAY } from '~/features/completions/index.server';
import { listPackages, plansWith } from './plans';

const SEED = [
  { displayName: 'GPT-4o-mini', isFree: true },
  { displayName: 'GPT-4o', isFree: false },
  { displayName: 'Gemini 2.5 Flash', isFree: true },
];
const PLANS = plansWith(SEED);

describe('what the pricing page promises', () => {
  it('is four plans, two of them by contract', () => {
    expect(PLANS.map(({ name }) => name)).toEqual(['Free', 'Pro', 'Teams', 'Enterprise']);
    expect(PLANS.filter(({ action }) => action.kind === 'contact-sales').map(({ name }) => name)).toEqual([
      'Teams',
      'Enterprise',
    ]);
  });

  it('names the daily allowance that the server enforces', () => {
    expect(PLANS[0]?.content).toContain(`Up to ${String(FREE_SENDS_PER_DAY)} AI transactions/day`);
  });

  it('names the models that are there, and the free ones among them', () => {
    expect(PLANS[0]?.content).toContain('2 models: GPT-4o-mini and Gemini 2.5 Flash');
    expect(PLANS[1]?.content).toContain('All 3 models');
    expect(plansWith(SEED.slice(0, 2))[0]?.content).toContain('1 model: GPT-4o-mini');
    expect(plansWith(SEED.slice(1, 2))[0]?.content.join()).not.toMatch(/models?:/);
  });

  it('calculates its bonuses right', () => {
    for (const { paysUsd, getsUsd, bonus } of listPackages()) {
      const percent = Math.round((getsUsd / paysUsd - 1) * 100);
      expect(bonus).toBe(percent === 0 ? null : `${String(percent)}% bonus`);
    }
  });
});
