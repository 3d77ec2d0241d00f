import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

/** A real HTTP server on loopback that records requests and responds as the test says. */
export async function startApiServer(answer: Answer) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      received.push(seen);
      void answer(seen, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    received,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** Starts an event stream and returns functions to write to it. */
export function beginEvents(response: ServerResponse) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  return {
    raw: (text: string | Buffer) => response.write(text),
    event: (name: string, data: unknown) =>
      response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => response.end(),
    breakOff: () => response.destroy(),
  };
}

export const DONE = {
  text: 'Leaves are green.',
  provider: 'demo',
  model: 'demo',
  requestId: null,
  finishReason: 'stop',
  warnings: [],
  sources: [],
  usage: { inputTokens: 12, outputTokens: 5, costUsd: 0.000004 },
  costCents: 0.0004,
  price: { inputPricePer1K: '0.0001', outputPricePer1K: '0.0004' },
  isFree: false,
  freeSendsToday: 0,
  balanceCents: 499,
  balanceMicroUsd: 4_999_996,
  replayed: false,
};
