import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TransientFault } from '../host.js';
import { AdaptiveLimit } from './adaptive-limit.js';
import { createCostGuard } from './cost-guard.js';
import { waitBefore } from './waits.js';

describe('the limit of a provider', () => {
  it('is halved by a refusal, once for all that was in flight together, and grows again', () => {
    const limit = new AdaptiveLimit(64);
    for (let refusal = 0; refusal < 20; refusal += 1) limit.refused(0, 100, 0);
    expect(limit.current).toBe(32);
    limit.refused(150, 200, 0);
    expect(limit.current).toBe(16);
    for (let success = 0; success < 2_000; success += 1) limit.succeeded();
    expect(limit.current).toBe(64);
  });

  it('leaves a provider alone, for as long as it asks, after three refusals with no success between them', () => {
    const limit = new AdaptiveLimit(64);
    for (const refuse of [0, 1]) limit.refused(0, refuse, 500);
    limit.succeeded();
    for (const refuse of [2, 3]) limit.refused(0, refuse, 500);
    expect(limit.pausedUntilMs).toBe(Number.NEGATIVE_INFINITY);
    limit.refused(0, 4, 500);
    expect(limit.pausedUntilMs).toBe(504);
    limit.refused(0, 5, 100);
    expect(limit.pausedUntilMs).toBe(504);
  });

  it('stays between 1 and its maximum, whatever happens', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.boolean(), { maxLength: 300 }),
        (max, events) => {
          const limit = new AdaptiveLimit(max);
          for (const [atMs, succeeds] of events.entries()) {
            if (succeeds) limit.succeeded();
            else limit.refused(atMs, atMs, 5);
            expect(limit.current).toBeGreaterThanOrEqual(1);
            expect(limit.current).toBeLessThanOrEqual(max);
          }
        },
      ),
    );
  });
});

describe('a wait', () => {
  const FAULTS: readonly TransientFault[] = [
    'rate-limit',
    'in-flight',
    'overloaded',
    'connection',
    'timeout',
    'empty-reply',
    'bad-answer',
  ];

  it('for a call that nobody ended is longer than its money is set aside', () => {
    let waitedMs = 0;
    for (let times = 1; ; times += 1) {
      const waitMs = waitBefore('in-flight', times, undefined, 0);
      if (waitMs === null) break;
      waitedMs += waitMs;
    }
    expect(waitedMs).toBeGreaterThan(15 * 60_000);
  });

  it('is never shorter than asked for, never endless, and ends at last', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FAULTS),
        fc.integer({ min: 1, max: 40 }),
        fc.option(fc.integer({ min: 0, max: 600_000 }), { nil: undefined }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fault, times, askedMs, random) => {
          const waitMs = waitBefore(fault, times, askedMs, random);
          if (times >= 38) expect(waitMs).toBeNull();
          if (waitMs === null) return;
          expect(waitMs).toBeGreaterThanOrEqual(askedMs ?? 1);
          expect(waitMs).toBeLessThanOrEqual(Math.max(60_000, (askedMs ?? 0) * 1.25 + 50));
        },
      ),
    );
  });
});

describe('a limit of cost', () => {
  it('counts what was spent before and since, and may be reached; a lower one counts instead', async () => {
    const guard = createCostGuard(100);
    guard.startFrom(30);
    expect(await guard.admit(50)).toBe(true);
    guard.settle(50, 40);
    expect(await guard.admit(30)).toBe(true);
    guard.settle(30, 0);
    expect(await guard.admit(31)).toBe(false);
    for (const other of [null, 120]) guard.lower(other);
    expect(await guard.admit(31)).toBe(false);
    guard.lower(80);
    expect(await guard.admit(11)).toBe(false);
    expect(await guard.admit(10)).toBe(true);
  });

  it('is never passed, and keeps nothing waiting for ever', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 100 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 })), {
          maxLength: 40,
        }),
        async (limit, requests) => {
          const guard = createCostGuard(limit);
          let spent = 0;
          await Promise.all(
            requests.map(async ([maxCost, most]) => {
              if (!(await guard.admit(maxCost))) return;
              await Promise.resolve();
              const cost = Math.min(maxCost, most);
              spent += cost;
              guard.settle(maxCost, cost);
            }),
          );
          expect(spent).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});
