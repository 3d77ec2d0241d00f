import { createParser } from 'eventsource-parser';
import type { StreamedBody } from './streamed-body.js';

/**
 * The data of the server-sent events of an answer, those that arrived together in one group. OpenAI's `[DONE]` is its end:
 * what comes after it is no part of it, and some proxies leave the connection open for minutes.
 */
export async function* readEvents(body: StreamedBody): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let events: string[] = [];
  let isDone = false as boolean;
  const parser = createParser({
    onEvent: ({ data }) => {
      isDone ||= data.startsWith('[DONE]');
      if (!isDone) events.push(data);
    },
  });
  for (let chunks = await body.next(); chunks !== null; chunks = await body.next()) {
    for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
    if (events.length > 0) yield events;
    if (isDone) return;
    events = [];
  }
  // Some servers leave out the blank line after their last event.
  parser.feed(`${decoder.decode()}\n\n`);
  yield events;
}
