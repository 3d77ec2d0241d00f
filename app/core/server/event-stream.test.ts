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

const LONG = { text: 'x'.repeat(400_000) };

it('holds no more than a bounded part of what a reader leaves unread, and then closes', async () => {
  const onEnd = vi.fn();
  const stream = openEventStream({ onEnd });
  let sent = 0;
  for (; sent < 100 && onEnd.mock.calls.length === 0; sent += 1) stream.send('log', LONG, sent);
  expect(sent).toBe(4);
  expect(onEnd).toHaveBeenCalledOnce();
  await expect(stream.response.text()).rejects.toThrow('does not read');
});

it('tells when there is room, and closes for a reader who makes none between two signs of life', async () => {
  vi.useFakeTimers();
  const onEnd = vi.fn();
  const stream = openEventStream({ onEnd });
  const reader = stream.response.body?.getReader();
  for (let sent = 0; sent < 3; sent += 1) stream.send('log', LONG);
  let hasRoom = false;
  const room = stream.room().then(() => {
    hasRoom = true;
  });
  await Promise.resolve();
  expect(hasRoom).toBe(false);
  await reader?.read();
  await room;
  expect(hasRoom).toBe(true);

  stream.send('log', LONG);
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  expect(onEnd).toHaveBeenCalledOnce();
  await stream.room();
});
