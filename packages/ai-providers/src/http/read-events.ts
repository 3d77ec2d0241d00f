import { createParser } from 'eventsource-parser';
import type { StreamedBody } from './streamed-body.js';

/** OpenAI's end marker. */
export const DONE = '[DONE]';

/**
 * Data of server-sent events, grouped by network chunk. Reading stops at `DONE`, since some proxies keep the connection
 * open for minutes. A plain JSON body, from servers that can't stream or report an error, counts as one event.
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
  // Some servers omit the blank line after the last event.
  parser.feed(`${decoder.decode()}\n\n`);
  yield json === undefined ? events : [json + decoder.decode()];
}
