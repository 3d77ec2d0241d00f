import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADDRESS_LIMIT_DEFAULTS } from './env.server';
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
      message: 'Too many attempts. Try again in 60 seconds.',
      retryAfterSeconds: 60,
    });
    await limits.take(rule, 'b');
    vi.advanceTimersByTime(60_001);
    await limits.take(rule, 'a');
  });

  it('follows its setting, and says which one an administrator can raise', async () => {
    const setting = 'REGISTRATIONS_PER_HOUR';
    const perSeconds = 3600;
    const register = { name: 'register', points: 100, perSeconds, setting, message: 'Too many.' } as const;
    const links = { name: 'links', points: 300, perSeconds, setting } as const;
    const limits = createRateLimits({ ...ADDRESS_LIMIT_DEFAULTS, [setting]: 2 });
    for (let n = 0; n < 2; n += 1) await limits.take(register, 'school');
    for (let n = 0; n < 6; n += 1) await limits.take(links, 'school');
    vi.advanceTimersByTime(48 * 60_000);
    await expect(limits.take(links, 'school')).rejects.toThrow();
    await expect(limits.take(register, 'school')).rejects.toThrow(
      'Too many. Try again in 12 minutes. If many people share your network, ask this server’s administrator for a higher REGISTRATIONS_PER_HOUR.',
    );
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
