import { afterEach, describe, expect, it } from 'vitest';
import { findReply } from './find-reply';
import { ConnectionLost } from './send-prompt';
import { DONE, startApiServer } from './testing/api-server';

let stopServer: () => Promise<void> = () => Promise.resolve();
afterEach(() => stopServer());

type Step = { status: number; body: unknown } | 'broken';

async function serve(steps: readonly Step[]) {
  let at = 0;
  const server = await startApiServer((_request, response) => {
    const step = steps[Math.min(at, steps.length - 1)];
    at += 1;
    if (step === 'broken' || step === undefined) {
      response.destroy();
      return;
    }
    response.writeHead(step.status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(step.body));
  });
  stopServer = server.stop;
  return server;
}

const UNKNOWN: Step = { status: 404, body: { message: 'No request found with this key.' } };

const look = (origin: string, signal = new AbortController().signal) =>
  findReply({ key: 'a key/1', origin, signal, pauseMs: 1 });

describe('finding the reply to a send whose stream was lost', () => {
  it('looks until the send is answered, through broken lines and a server that restarts', async () => {
    const server = await serve([
      { status: 200, body: { state: 'running' } },
      'broken',
      { status: 503, body: {} },
      { status: 200, body: { state: 'answered', answer: DONE } },
    ]);
    expect((await look(server.origin)).text).toBe(DONE.text);
    // A broken connection may be tried twice by fetch itself.
    expect(server.received.length).toBeGreaterThanOrEqual(4);
    expect(new Set(server.received.map(({ path }) => path))).toEqual(
      new Set(['/api/ai/operations/a%20key%2F1']),
    );
  });

  it('says that nothing was charged when the send failed', async () => {
    const { origin } = await serve([{ status: 200, body: { state: 'failed' } }]);
    await expect(look(origin)).rejects.toThrow(
      'The request failed before a reply arrived. You were not charged.',
    );
  });

  it('says that nothing was sent on when the server knows of no such send', async () => {
    const { origin } = await serve([UNKNOWN]);
    await expect(look(origin)).rejects.toThrow(
      'The request was not sent to the model. You were not charged.',
    );
  });

  it('does not give up a send that the server has yet to read', async () => {
    const answered = { status: 200, body: { state: 'answered', answer: DONE } };
    const { origin } = await serve([UNKNOWN, UNKNOWN, answered]);
    expect((await look(origin)).text).toBe(DONE.text);
  });

  it('asks to sign in again when the session has ended', async () => {
    const { origin } = await serve([{ status: 401, body: {} }]);
    await expect(look(origin)).rejects.toThrow('Your session has ended. Please log in again.');
  });

  it('stops looking when the page is left', async () => {
    const leaving = new AbortController();
    const server = await startApiServer((_request, response) => {
      response.end(JSON.stringify({ state: 'running' }));
      leaving.abort();
    });
    stopServer = server.stop;
    await expect(look(server.origin, leaving.signal)).rejects.toBeInstanceOf(ConnectionLost);
  });
});
