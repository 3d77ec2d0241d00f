import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { expect, it, vi } from 'vitest';
import { createLogger } from '~/core/server/logger.server';
import { z } from '~/core/shared/zod';
import { openEventStream } from './event-stream.server';

const declared = { log: z.looseObject({}), done: z.null(), late: z.object({ count: z.number().optional() }) };
const open = (options: Parameters<typeof openEventStream>[2] = {}, isChecked = true) =>
  openEventStream({ env: { CHECK_ANSWERS: isChecked }, log: createLogger('silent') }, declared, options);

it('gives each event as it comes, until this side ends it', async () => {
  const onEnd = vi.fn();
  const stream = open({ reconnectMs: 2_000, onEnd });
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

it('breaks at an event that is not as declared, where answers are checked', async () => {
  const wide = { count: 1, secret: 'left in' };
  for (const isChecked of [false, true]) {
    const onEnd = vi.fn();
    const stream = open({ onEnd }, isChecked);
    stream.send('late', wide);
    expect(onEnd).toHaveBeenCalledTimes(isChecked ? 1 : 0);
    stream.end();
    const read = stream.response.text();
    if (isChecked) await expect(read).rejects.toThrow('does not fit its schema');
    else expect(await read).toContain('left in');
  }
});

it('stops when its reader goes away', async () => {
  const onEnd = vi.fn();
  const stream = open({ onEnd });
  await stream.response.body?.cancel();
  expect(onEnd).toHaveBeenCalledOnce();
  stream.send('late', {});
  stream.end();
  expect(onEnd).toHaveBeenCalledOnce();
});

it('keeps the line open while nothing happens', async () => {
  vi.useFakeTimers();
  const onHeartbeat = vi.fn();
  const stream = open({ onHeartbeat });
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
  const stream = open({ onEnd });
  let sent = 0;
  for (; sent < 100 && onEnd.mock.calls.length === 0; sent += 1) stream.send('log', LONG, sent);
  expect(sent).toBe(4);
  expect(onEnd).toHaveBeenCalledOnce();
  await expect(stream.response.text()).rejects.toThrow('does not read');
});

it('tells when there is room, and closes for a reader who makes none between two signs of life', async () => {
  vi.useFakeTimers();
  const onEnd = vi.fn();
  const stream = open({ onEnd });
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
