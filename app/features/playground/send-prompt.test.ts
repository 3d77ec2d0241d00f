import { afterEach, describe, expect, it } from 'vitest';
import { ConnectionLost, sendPrompt, SendFailure } from './send-prompt';
import { beginEvents, DONE, startApiServer } from './testing/api-server';

type Answer = Parameters<typeof startApiServer>[0];

const request = {
  provider: 'demo',
  model: 'demo',
  prompt: 'Why green?',
  maxOutputTokens: 64,
  doNotStoreContent: false,
};
let stopServer: () => Promise<void> = () => Promise.resolve();
afterEach(() => stopServer());

async function send(answer: Answer) {
  const server = await startApiServer(answer);
  stopServer = server.stop;
  const texts: string[] = [];
  const thoughts: string[] = [];
  const estimates: (number | undefined)[] = [];
  const outcome = await sendPrompt({
    key: 'key-1234',
    request,
    origin: server.origin,
    signal: new AbortController().signal,
    onStarted: (estCostCents) => estimates.push(estCostCents),
    onText: (text) => texts.push(text),
    onReasoning: (text) => thoughts.push(text),
  }).then(
    (reply) => ({ reply, error: undefined }),
    (error: unknown) => ({ reply: undefined, error }),
  );
  return { ...outcome, texts, thoughts, estimates, received: server.received };
}

const refuse =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

describe('sending a prompt', () => {
  it('sends one keyed JSON request and asks for events', async () => {
    const { received } = await send((_request, response) => {
      const stream = beginEvents(response);
      stream.event('done', DONE);
      stream.end();
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: 'POST',
      path: '/api/ai/complete',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'x-idempotency-key': 'key-1234',
      },
    });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(request);
  });

  it('hands on the text as it arrives and ends with the whole reply', async () => {
    const { reply, texts, thoughts, estimates } = await send((_request, response) => {
      const stream = beginEvents(response);
      stream.event('started', { operationKey: 'key-1234', estCostCents: 0.16 });
      stream.raw(': still here\n\n');
      stream.event('reasoning', { text: 'Chlorophyll.' });
      stream.event('delta', { text: 'Leaves ' });
      stream.event('delta', { text: 'are green.' });
      stream.event('done', DONE);
      stream.end();
    });
    expect(estimates).toEqual([0.16]);
    expect(texts.join('')).toBe('Leaves are green.');
    expect(thoughts).toEqual(['Chlorophyll.']);
    expect(reply).toMatchObject({ text: 'Leaves are green.', costCents: 0.0004, balanceCents: 499 });
  });

  it('reads events that the network cuts anywhere, even inside a letter', async () => {
    const whole = Buffer.from(
      `event: delta\r\ndata: {"text":"grün 🌿"}\r\n\r\nevent: done\ndata: ${JSON.stringify(DONE)}\n\n`,
    );
    const { texts, reply } = await send(async (_request, response) => {
      const stream = beginEvents(response);
      for (const byte of whole) {
        await new Promise<void>((resolve) =>
          response.write(Buffer.from([byte]), () => {
            resolve();
          }),
        );
      }
      stream.end();
    });
    expect(texts).toEqual(['grün 🌿']);
    expect(reply?.text).toBe(DONE.text);
  });

  it.each([
    [429, '{}', {}, 'Rate limit reached. Try again in 5s.'],
    [429, '{}', { 'Retry-After': '12' }, 'Rate limit reached. Try again in 12s.'],
    [429, '{"retryAfterSeconds":0}', {}, 'Rate limit reached. Try again in 1s.'],
    [403, '{"message":"no"}', {}, 'Access denied. PaidUser role required.'],
    [400, '{"code":"attachment_invalid"}', {}, 'Attachment rejected. Please check file type/size.'],
    [402, '{"code":"attachment_invalid"}', {}, 'Attachment rejected. Please check file type/size.'],
    [
      429,
      '{"code":"free_daily_limit"}',
      {},
      'You have used your daily allowance of Free AI requests. Become a Pro User for as little as $5.',
    ],
    [
      402,
      '{"code":"free_model_restricted","message":"This model is available on paid plans. Please select GPT-4o-mini or Gemini 2.5 Flash."}',
      {},
      'This model is available on paid plans. Please select GPT-4o-mini or Gemini 2.5 Flash.',
    ],
    [402, '{"code":"exceeds_cco"}', {}, 'Chat budget floor (CCO) would be breached'],
    [
      402,
      '{"code":"insufficient_funds","estCostCents":60,"balanceCents":40}',
      {},
      'The estimated cost of up to 60.00¢ exceeds your balance of $0.40.',
    ],
    [
      402,
      '{"code":"insufficient_funds","estCostCents":60,"balanceCents":500,"maxRequestCostCents":25}',
      {},
      'The estimated cost of up to 60.00¢ exceeds your per-request limit of $0.25.',
    ],
    [400, '{"message":"The prompt is empty."}', {}, 'The prompt is empty.'],
    [
      400,
      '{"code":"moderation_blocked","message":"Blocked by moderation: violence (a threat against somebody).","decision":"block"}',
      {},
      'Blocked by moderation: violence (a threat against somebody).',
    ],
    [402, '{"message":""}', {}, 'Request could not be processed.'],
    [400, '<html>', {}, 'Request could not be processed.'],
    [401, '{}', {}, 'Your session has ended. Please log in again.'],
    [500, '{"message":"Something went wrong"}', {}, 'Request failed (500)'],
    [502, '{"message":"The provider lost it."}', {}, 'Request failed (502)'],
  ])(
    'tells a refusal with status %i and body %s %o in the words of the catalogue',
    async (status, body, headers, words) => {
      const { error } = await send(refuse(status, body, headers));
      expect(error).toBeInstanceOf(SendFailure);
      expect((error as SendFailure).failure.message).toBe(words);
    },
  );

  it.each([502, 503, 504])(
    'knows that a reply may exist when a proxy on the way answers with %i in the server’s place',
    async (status) => {
      const { error } = await send(refuse(status, '<html>Gateway time-out</html>'));
      expect(error).toBeInstanceOf(ConnectionLost);
    },
  );

  it('tells a failure inside the stream as it would tell one before it', async () => {
    const { error, texts } = await send((_request, response) => {
      const stream = beginEvents(response);
      stream.event('started', { operationKey: 'key-1234', estCostCents: 0.1 });
      stream.event('error', { status: 429, message: 'slow down', retryAfterSeconds: 7 });
      stream.end();
    });
    expect((error as SendFailure).failure.message).toBe('Rate limit reached. Try again in 7s.');
    expect(texts).toEqual([]);
  });

  it.each([
    ['breaks off', (stream: ReturnType<typeof beginEvents>) => stream.breakOff()],
    ['ends early', (stream: ReturnType<typeof beginEvents>) => stream.end()],
    ['sends nonsense', (stream: ReturnType<typeof beginEvents>) => stream.raw('event: done\ndata: {\n\n')],
  ])('knows that a reply may exist when the stream %s', async (_name, finish) => {
    const { error, texts } = await send((_request, response) => {
      const stream = beginEvents(response);
      stream.raw('event: delta\ndata: {"text":"Leaves"}\n\n');
      setImmediate(() => finish(stream));
    });
    expect(error).toBeInstanceOf(ConnectionLost);
    expect(texts.join('')).toMatch(/^(Leaves)?$/);
  });

  it('knows that a reply may exist when nobody answers at all', async () => {
    const { error } = await send((_request, response) => {
      response.destroy();
    });
    expect(error).toBeInstanceOf(ConnectionLost);
  });
});
