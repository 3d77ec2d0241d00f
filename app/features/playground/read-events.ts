export interface ServerEvent {
  name: string;
  data: string;
}

/** Reads server-sent events as they arrive. Comments (lines that begin with a colon) only keep the line open. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A line end may be split between two pieces, so CR LF becomes LF only once both are here.
      const text = (rest + value).replaceAll('\r\n', '\n');
      const blocks = text.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const value = line.slice(at + 1).replace(/^ /, '');
    if (line.startsWith('event:')) name = value;
    if (line.startsWith('data:')) data.push(value);
  }
  return data.length === 0 ? undefined : { name, data: data.join('\n') };
}
