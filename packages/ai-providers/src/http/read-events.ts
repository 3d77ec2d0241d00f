import { createParser } from 'eventsource-parser';
import type { StreamedBody } from './streamed-body.js';

/** OpenAI's last event. */
export const DONE = '[DONE]';

/**
 * The data of the server-sent events of an answer, those that arrived together in one group. `DONE` is its end: what comes
 * after it is no part of it, and some proxies leave the connection open for minutes. Some servers answer with JSON instead,
 * since they cannot stream or because something went wrong: that is one event.
 */
export async function* readEvents(body: StreamedBody): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let events: string[] = [];
  let isDone = false as boolean;
  let json: string | undefined;
  let hasBegun = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (isDone) return;
      isDone = data.startsWith(DONE);
      events.push(isDone ? DONE : data);
    },
  });
  for (let chunks = await body.next(); chunks !== null; chunks = await body.next()) {
    for (const chunk of chunks) {
      const text = decoder.decode(chunk, { stream: true });
      if (!hasBegun && text.trimStart().startsWith('{')) json = '';
      hasBegun ||= text.trim() !== '';
      if (json === undefined) parser.feed(text);
      else json += text;
    }
    if (events.length > 0) yield events;
    if (isDone) return;
    events = [];
  }
  // Some servers leave out the blank line after their last event.
  parser.feed(`${decoder.decode()}\n\n`);
  yield json === undefined ? events : [json + decoder.decode()];
}
