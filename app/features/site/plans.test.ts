import { describe, expect, it } from 'vitest';
import { FREE_SENDS_PER_DAY } from '~/features/completions/index.server';
import { PACKAGES, PLANS } from './plans';

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

  it('calculates its bonuses right', () => {
    for (const { paysUsd, getsUsd, bonus } of PACKAGES) {
      const percent = Math.round((getsUsd / paysUsd - 1) * 100);
      expect(bonus).toBe(percent === 0 ? null : `${String(percent)}% bonus`);
    }
  });
});
