import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayingServer } from '../support/paying-server';
import { sharePayingServer } from '../support/shared-server';

let paying: PayingServer;
beforeAll(async () => {
  paying = await sharePayingServer();
});
afterAll(() => paying.close());

interface Answer {
  status: number | undefined;
  body: string;
  reusedSocket: boolean;
}

/** A client that sends all it has before it looks at the answer, on one connection. */
function sendAll(
  agent: http.Agent,
  pathname: string,
  headers: Record<string, string>,
  pieces: readonly Buffer[],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${paying.server.origin}${pathname}`,
      {
        agent,
        method: pieces.length === 0 ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${paying.token}`, ...headers },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        // Closed when the answer has come and all has been sent.
        request.on('close', () => {
          resolve({ status: response.statusCode, body, reusedSocket: request.reusedSocket });
        });
      },
    );
    request.on('error', reject);
    for (const piece of pieces) request.write(piece);
    request.end();
  });
}

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
const twenty = Array.from({ length: 20 }, () => MEGABYTE);

describe('a request that is refused before all of it was read', () => {
  it.each([
    ['for its size', '/api/ai/moderate', { 'Content-Type': 'application/json' }, 413],
    ['for its type', '/api/ai/moderate', { 'Content-Type': 'text/plain' }, 415],
    ['for what it is', '/api/baiql/files', { 'Content-Type': 'multipart/form-data; boundary=y' }, 400],
    [
      'for its sender',
      '/api/ai/complete',
      { Authorization: 'Bearer nobody', 'Content-Type': 'application/json' },
      401,
    ],
  ])(
    '%s is answered in a sentence, and its connection serves the next one',
    async (_why, pathname, headers, status) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      const refused = await sendAll(agent, pathname, headers, twenty);
      expect(refused.status).toBe(status);
      expect((JSON.parse(refused.body) as { message: string }).message).toMatch(/\.$/);
      const next = await sendAll(agent, '/api/user-info', {}, []);
      expect(next).toMatchObject({ status: 200, reusedSocket: true });
      agent.destroy();
    },
  );
});

it.each(['a:99999', '[::1', 'a"<b>'])('a request to the host %s is the sender’s mistake', async (Host) => {
  const agent = new http.Agent();
  expect((await sendAll(agent, '/login', { Host }, [])).status).toBe(400);
  agent.destroy();
});

it('a connection is kept for longer than the two minutes that Caddy keeps one, so that nothing is sent on one that closes', async () => {
  const { headers } = await fetch(`${paying.server.origin}/healthz`);
  expect(headers.get('Keep-Alive')).toBe('timeout=130');
});
