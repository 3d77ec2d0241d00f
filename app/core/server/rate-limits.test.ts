import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressKey, createRateLimits } from './rate-limits.server';

const rule = { name: 'knock', points: 2, perSeconds: 60 };

describe('a rate limit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('refuses what is too much, says how long to wait, and opens again after it', async () => {
    const limits = createRateLimits();
    await limits.take(rule, 'a');
    await limits.take(rule, 'a');
    await expect(limits.take(rule, 'a')).rejects.toMatchObject({
      kind: 'rate-limited',
      retryAfterSeconds: 60,
    });
    await limits.take(rule, 'b');
    vi.advanceTimersByTime(60_001);
    await limits.take(rule, 'a');
  });

  it('counts each rule for itself, and forgets or gives back when told', async () => {
    const limits = createRateLimits();
    const other = { ...rule, name: 'ring' };
    await limits.take(rule, 'a');
    await limits.take(rule, 'a');
    await limits.take(other, 'a');
    await limits.giveBack(rule, 'a');
    await limits.take(rule, 'a');
    await expect(limits.take(rule, 'a')).rejects.toThrow();
    await limits.reset(rule, 'a');
    await limits.take(rule, 'a');
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the address %s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
