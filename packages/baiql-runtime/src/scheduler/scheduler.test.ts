import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompletionOutcome } from '../host.js';
import { VirtualTime } from '../test-support/virtual-time.js';
import { createScheduler, type UserQueue } from './scheduler.js';

const REPLY: CompletionOutcome = {
  kind: 'reply',
  text: 'ok',
  inputTokens: 1,
  outputTokens: 1,
  costMicroUsd: 1,
  replayed: false,
};

const tooMany = (waitMs?: number): CompletionOutcome => ({
  kind: 'retryable',
  fault: 'rate-limit',
  message: 'Too many requests.',
  ...(waitMs === undefined ? {} : { waitMs }),
});

/** Sends this many requests that each take a while, and records when each was sent. */
function sendMany(
  time: VirtualTime,
  lane: UserQueue,
  count: number,
  tookMs: number,
  sentAtMs: number[],
): Promise<unknown> {
  const requests = Array.from({ length: count }, () =>
    lane.send('acme', true, async () => {
      sentAtMs.push(time.nowMs());
      await time.wait(tookMs);
      return REPLY;
    }),
  );
  return Promise.all(requests);
}

describe('LIMIT', () => {
  it('sends evenly: never more in any minute, and never two closer than the interval', async () => {
    const time = new VirtualTime();
    const lane = createScheduler({ timers: time }).openQueue('ada', { perMinute: 30, parallel: 50 });
    const sentAtMs: number[] = [];
    void sendMany(time, lane, 90, 10, sentAtMs);
    await time.run();
    const gaps = sentAtMs.slice(1).map((atMs, index) => atMs - (sentAtMs[index] ?? 0));
    expect(sentAtMs).toHaveLength(90);
    expect(Math.min(...gaps)).toBe(2_000);
    expect(Math.max(...gaps)).toBe(2_000);
  });

  it('counts transactions, not the later requests of one', async () => {
    const time = new VirtualTime();
    const lane = createScheduler({ timers: time }).openQueue('ada', { perMinute: 1, parallel: 5 });
    const sentAtMs: number[] = [];
    const attempt = (): Promise<CompletionOutcome> => {
      sentAtMs.push(time.nowMs());
      return Promise.resolve(REPLY);
    };
    await lane.send('acme', true, attempt);
    await lane.send('acme', false, attempt);
    await lane.send('acme', false, attempt);
    expect(sentAtMs).toEqual([0, 0, 0]);
  });
});

describe('PARALLEL and the provider', () => {
  it('never have more in flight than either allows, and send everything', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ requests: fc.integer({ min: 0, max: 30 }), parallel: fc.integer({ min: 1, max: 10 }) }),
          {
            minLength: 1,
            maxLength: 5,
          },
        ),
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.boolean(), { maxLength: 40 }),
        async (lanes, maxPerProvider, refusals) => {
          const time = new VirtualTime();
          const scheduler = createScheduler({ timers: time, random: () => 0.5, maxPerProvider });
          let inFlight = 0;
          let replies = 0;
          for (const [index, { requests, parallel }] of lanes.entries()) {
            const lane = scheduler.openQueue(`user-${index % 3}`, { perMinute: null, parallel });
            let ofLane = 0;
            for (let request = 0; request < requests; request += 1) {
              void lane
                .send('acme', true, async () => {
                  inFlight += 1;
                  ofLane += 1;
                  expect(ofLane).toBeLessThanOrEqual(parallel);
                  expect(inFlight).toBeLessThanOrEqual(maxPerProvider);
                  await time.wait(20);
                  inFlight -= 1;
                  ofLane -= 1;
                  return refusals.pop() === true ? tooMany(100) : REPLY;
                })
                .then(({ kind }) => {
                  if (kind === 'reply') replies += 1;
                });
            }
          }
          await time.run();
          expect(replies).toBe(lanes.reduce((sum, { requests }) => sum + requests, 0));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('share out fairly: three requests of one user end while ten thousand of another go on', async () => {
    const time = new VirtualTime();
    const scheduler = createScheduler({ timers: time, maxPerProvider: 4 });
    const long: number[] = [];
    const short: number[] = [];
    void sendMany(time, scheduler.openQueue('ada', { perMinute: null, parallel: 64 }), 10_000, 100, long);
    await time.run(1_000);
    const sentBefore = long.length;
    const ended = sendMany(time, scheduler.openQueue('bob', { perMinute: null, parallel: 4 }), 3, 100, short);
    await time.run(1_500);
    await ended;
    expect(short).toHaveLength(3);
    expect(Math.max(...short)).toBeLessThan(1_300);
    expect(long.length).toBeGreaterThan(sentBefore);
  });
});

describe('a provider that refuses', () => {
  it('is waited for as long as it asks, and gets the request again under the next attempt', async () => {
    const time = new VirtualTime();
    const lane = createScheduler({ timers: time, random: () => 0 }).openQueue('ada', {
      perMinute: null,
      parallel: 1,
    });
    const sent: [attempt: number, atMs: number][] = [];
    const answers = [tooMany(7_000), tooMany(3_000), REPLY];
    const settled = lane.send('acme', true, (attempt) => {
      sent.push([attempt, time.nowMs()]);
      return Promise.resolve(answers.shift() ?? REPLY);
    });
    await time.run();
    expect(await settled).toEqual(REPLY);
    expect(sent).toEqual([
      [1, 0],
      [2, 7_000],
      [3, 10_000],
    ]);
  });

  it('is given up at last, with its own words', async () => {
    const time = new VirtualTime();
    const lane = createScheduler({ timers: time }).openQueue('ada', { perMinute: null, parallel: 1 });
    const settled = lane.send('acme', true, () =>
      Promise.resolve({ kind: 'retryable', fault: 'overloaded', message: 'The provider is overloaded.' }),
    );
    await time.run();
    expect(await settled).toEqual({
      kind: 'failed',
      message: 'The provider is overloaded. (Tried 10 times.)',
    });
  });
});

describe('closing a lane', () => {
  it('cancels what waits, at once, and lets what is in flight end', async () => {
    const time = new VirtualTime();
    const lane = createScheduler({ timers: time, random: () => 0 }).openQueue('ada', {
      perMinute: null,
      parallel: 1,
    });
    const inFlight = lane.send('acme', true, async () => {
      await time.wait(5_000);
      return REPLY;
    });
    const waiting = lane.send('acme', true, () => Promise.resolve(REPLY));
    lane.close();
    expect(await waiting).toEqual({ kind: 'cancelled' });
    await time.run();
    expect(await inFlight).toEqual(REPLY);
    expect(await lane.send('acme', true, () => Promise.resolve(REPLY))).toEqual({ kind: 'cancelled' });
  });

  it('cancels a request that waits to be sent again', async () => {
    const time = new VirtualTime();
    const lane = createScheduler({ timers: time }).openQueue('ada', { perMinute: null, parallel: 1 });
    const settled = lane.send('acme', true, () => Promise.resolve(tooMany(60_000)));
    await time.run(10);
    expect(lane.waitingUntilMs).toBeGreaterThanOrEqual(60_000);
    lane.close();
    expect(await settled).toEqual({ kind: 'cancelled' });
  });
});
