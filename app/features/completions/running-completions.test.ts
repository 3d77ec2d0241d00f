import { expect, it } from 'vitest';
import { createRunningCompletions } from './running-completions.server';

const MOST = { calls: 3, retryAfterSeconds: 1 };
const name = (endpoint: string) => ({ userId: 'ann', endpoint, key: 'one-key' });

/** A call that is under way until it is ended. */
function begin(calls: ReturnType<typeof createRunningCompletions>, endpoint: string) {
  let end: () => void = () => undefined;
  const signals: AbortSignal[] = [];
  const ended = calls.track(name(endpoint), MOST, (signal) => {
    signals.push(signal);
    return new Promise<void>((resolve) => (end = resolve));
  });
  return { end: () => end(), ended, isStopped: () => signals[0]?.aborted };
}

it('one key is in use at two endpoints: each call ends and is stopped by itself', async () => {
  const calls = createRunningCompletions();
  const send = begin(calls, 'ai/complete');
  const optimization = begin(calls, 'ai/optimize');
  optimization.end();
  await optimization.ended;
  expect(calls.isRunning(name('ai/optimize'))).toBe(false);
  expect(calls.stop(name('ai/optimize'))).toBe(false);
  expect(calls.isRunning(name('ai/complete'))).toBe(true);
  expect(await calls.drain(1)).toBe(false);

  expect(calls.stop(name('ai/complete'))).toBe(true);
  expect([send.isStopped(), optimization.isStopped()]).toEqual([true, false]);
  const drained = calls.drain(60_000);
  send.end();
  expect(await drained).toBe(true);
});

it('one key is in use twice at one endpoint: the end of one leaves the other to be stopped', async () => {
  const calls = createRunningCompletions();
  const [first, second] = [begin(calls, 'ai/complete'), begin(calls, 'ai/complete')];
  second.end();
  await second.ended;
  expect(calls.stop(name('ai/complete'))).toBe(true);
  expect(first.isStopped()).toBe(true);
  first.end();
  await first.ended;
});

it('no more begin than may run at once, however many come together', async () => {
  const calls = createRunningCompletions();
  const begun = Array.from({ length: 3 }, () => begin(calls, 'ai/complete'));
  await expect(begin(calls, 'ai/complete').ended).rejects.toMatchObject({
    code: 'too_many_at_once',
    retryAfterSeconds: 1,
  });
  begun.forEach(({ end }) => end());
  await Promise.all(begun.map(({ ended }) => ended));
  const next = begin(calls, 'ai/complete');
  next.end();
  await next.ended;
});
