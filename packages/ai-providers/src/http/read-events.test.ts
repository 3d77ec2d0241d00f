import { expect, test } from 'vitest';
import { readEvents } from './read-events.js';
import { StreamedBody } from './streamed-body.js';

/** The groups of events of a body that arrives in these pieces, one turn of the event loop after the other. */
async function groupsOf(...pieces: (string | Buffer)[]): Promise<string[][]> {
  const body = new StreamedBody();
  const sending = (async () => {
    for (const piece of pieces) {
      body.push(Buffer.from(piece));
      await new Promise((resolve) => setImmediate(resolve));
    }
    body.end(null);
  })();
  const groups: string[][] = [];
  for await (const group of readEvents(body)) if (group.length > 0) groups.push(group);
  await sending;
  return groups;
}

test('events that arrive together are one group', async () => {
  expect(await groupsOf('data: 1\n\ndata: 2\n\n', 'data: 3\n\n')).toEqual([['1', '2'], ['3']]);
});

test('an event, and a letter of it, may arrive in pieces', async () => {
  const bytes = Buffer.from('data: "Süß"\n\n');
  const pieces = [...bytes].map((byte) => Buffer.from([byte]));
  expect(await groupsOf(...pieces)).toEqual([['"Süß"']]);
});

test.each([
  ['line ends of Windows', 'event: x\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n'],
  ['comments that keep the line open', ': ping\n\ndata: 1\n\n: ping\n\ndata: 2\n\n'],
  ['no blank line after the last event', 'data: 1\n\ndata: 2'],
])('%s', async (_name, text) => {
  expect((await groupsOf(text)).flat()).toEqual(['1', '2']);
});

test('what comes after the end is no part of it', async () => {
  expect(await groupsOf('data: 1\n\ndata: [DONE]\n\ndata: 2\n\n')).toEqual([['1', '[DONE]']]);
});

test('an answer in JSON, in place of a stream, is one event', async () => {
  expect(await groupsOf('\n ', '{"a": "data: 1\\n\\n', '"}')).toEqual([['{"a": "data: 1\\n\\n"}']]);
});

test('an answer is over with its last event, also where the connection stays open', async () => {
  const body = new StreamedBody();
  body.push(Buffer.from('data: 1\n\ndata: [DONE]\n\n'));
  const events = readEvents(body);
  expect((await events.next()).value).toEqual(['1', '[DONE]']);
  expect((await events.next()).done).toBe(true);
});

test('what failed is told at once, whatever has arrived before it', async () => {
  const body = new StreamedBody();
  body.push(Buffer.from('data: 1\n\n'));
  body.end(new Error('broken off'));
  await expect(readEvents(body).next()).rejects.toThrow('broken off');
});
