import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { expect, it, vi } from 'vitest';
import { openEventStream } from './event-stream.server';

it('gives each event as it comes, until this side ends it', async () => {
  const onEnd = vi.fn();
  const stream = openEventStream({ reconnectMs: 2_000, onEnd });
  stream.send('log', { line: 'one\ntwo' }, 7);
  stream.send('done', null);
  stream.end();
  stream.send('late', {});
  stream.end();
  const retries: number[] = [];
  const events: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onRetry: (ms) => retries.push(ms),
  });
  parser.feed(await stream.response.text());
  expect(events).toEqual([
    { id: '7', event: 'log', data: '{"line":"one\\ntwo"}' },
    { event: 'done', data: 'null' },
  ]);
  expect(retries).toEqual([2_000]);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('stops when its reader goes away', async () => {
  const onEnd = vi.fn();
  const stream = openEventStream({ onEnd });
  await stream.response.body?.cancel();
  expect(onEnd).toHaveBeenCalledOnce();
  stream.send('late', {});
  stream.end();
  expect(onEnd).toHaveBeenCalledOnce();
});

it('keeps the line open while nothing happens', async () => {
  vi.useFakeTimers();
  const onHeartbeat = vi.fn();
  const stream = openEventStream({ onHeartbeat });
  vi.advanceTimersByTime(15_000);
  expect(onHeartbeat).toHaveBeenCalledOnce();
  stream.end();
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect(onHeartbeat).toHaveBeenCalledOnce();
  expect(await stream.response.text()).toBe(': still here\n\n');
});
