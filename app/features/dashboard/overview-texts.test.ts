import { expect, it } from 'vitest';
import { describeChange, describeRunway, describeFreeRequests } from './overview-texts';

it('says how long the balance lasts, unless the figure would be absurd', () => {
  const lasting = (daysLeft: number | null, balanceMicroUsd = 5_000_000) =>
    describeRunway({ daysLeft, range: '7d', balanceMicroUsd });
  expect(lasting(1)).toBe('about 1 day at this week’s pace');
  expect(lasting(3650)).toBe('about 3,650 days at this week’s pace');
  expect(lasting(454_538)).toBe('more than 10 years at this week’s pace');
  expect(lasting(null)).toBe('nothing spent in this period');
  expect(lasting(1, 0)).toBe('nothing to spend');
});

it('compares with the period before in words that hold for each', () => {
  const compared = (changePercent: number | null) => describeChange({ changePercent, range: '30d' });
  expect(compared(null)).toBe('nothing in the previous 30 days');
  expect(compared(0)).toBe('as much as the previous 30 days');
  expect(compared(-12)).toBe('12% less than the previous 30 days');
  expect(compared(1900)).toBe('20 times as much as the previous 30 days');
  expect(describeChange({ changePercent: null, range: '1d' })).toBe('nothing yesterday');
});

it('names the requests that cost nothing, and no zeros', () => {
  const unpaid = (requests: number, freeRequests: number, notCharged: number) =>
    describeFreeRequests({ requests, freeRequests, notCharged });
  expect(unpaid(5, 2, 1)).toBe('2 free, 1 failed and not charged');
  expect(unpaid(5, 2, 0)).toBe('2 free');
  expect(unpaid(1, 0, 0)).toBe('charged');
  expect(unpaid(5, 0, 0)).toBe('all of them charged');
  expect(unpaid(0, 0, 0)).toBe('none in this period');
});
