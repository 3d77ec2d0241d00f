import { createParser } from 'eventsource-parser';
import type { StreamedBody } from './streamed-body.js';

/**
 * The data of the server-sent events of an answer, those that arrived together in one group. What comes after OpenAI's
 * `[DONE]` is no part of it.
 */
export async function* readEvents(body: StreamedBody): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let events: string[] = [];
  let isDone = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      isDone ||= data.startsWith('[DONE]');
      if (!isDone) events.push(data);
    },
  });
  for (let chunks = await body.next(); chunks !== null; chunks = await body.next()) {
    for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
    if (events.length === 0) continue;
    yield events;
    events = [];
  }
  // Some servers leave out the blank line after their last event.
  parser.feed(`${decoder.decode()}\n\n`);
  yield events;
}
