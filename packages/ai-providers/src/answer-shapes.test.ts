import { describe, expect, test } from 'vitest';
import { createAnthropicProvider } from './anthropic.js';
import { createChatProvider } from './chat-completions.js';
import { complete } from './complete.js';
import { textMessage, type AiProvider, type ProviderFailure } from './contract.js';
import type { HttpClient } from './http/http-client.js';
import { WireTrace } from './http/wire-trace.js';
import { createResponsesProvider, RESPONSES_VENDORS } from './responses.js';
import { COMPATIBLE } from './vendors/openai.js';

// The shapes in which servers answer, each read whole, cut at every byte, with line ends of Windows and with comments.

/** An HTTP client whose next answer arrives in these pieces. */
let arriving: readonly Uint8Array[] = [];
const http: HttpClient = {
  fetch(_url, init) {
    const trace: unknown = init && 'trace' in init ? init.trace : undefined;
    if (!(trace instanceof WireTrace) || !trace.body) throw new Error('Only streams are asked for here.');
    trace.sent = true;
    trace.status = 200;
    for (const piece of arriving) trace.body.push(Buffer.from(piece));
    trace.body.end(null);
    return Promise.resolve(new Response(null, { status: 200 }));
  },
  close: () => Promise.resolve(),
};

type Speaks = 'chat' | 'responses' | 'anthropic';
const SERVER = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k' };
const PROVIDERS: Record<Speaks, AiProvider> = {
  chat: createChatProvider({ http }, { ...SERVER, vendor: COMPATIBLE }),
  responses: createResponsesProvider({ http }, { ...SERVER, speaker: RESPONSES_VENDORS.perplexity }),
  anthropic: createAnthropicProvider({ http }, SERVER),
};

function ask(speaks: Speaks, pieces: readonly Uint8Array[]) {
  arriving = pieces;
  const messages = [textMessage('user', 'Hello')];
  return complete(PROVIDERS[speaks], { model: 'm', messages, maxOutputTokens: 50 });
}

const stream = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const DONE = 'data: [DONE]\n\n';
const chunk = (delta: object, rest: object = {}) => ({ id: 'c', choices: [{ delta, ...rest }] });
const END = { choices: [{ delta: {}, finish_reason: 'stop' }] };
const USAGE = { prompt_tokens: 20, completion_tokens: 7 };
const usage = (rest: object = {}) => ({ choices: [], usage: { ...USAGE, ...rest } });
const REPORTED = { input: { total: 20 }, output: { total: 7 }, source: 'reported' };
const typed = (...events: (Record<string, unknown> & { type: string })[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

interface Shape {
  name: string;
  speaks: Speaks;
  body: string;
  wanted: object;
}

const SHAPES: Shape[] = [
  {
    name: 'thinking between tags in the text',
    speaks: 'chat',
    body:
      stream(chunk({ content: '<think>Hm' }), chunk({ content: ' ö</think>\n\nGrün.' }), END, usage()) + DONE,
    wanted: { text: 'Grün.', reasoning: 'Hm ö', usage: REPORTED },
  },
  {
    name: 'thinking as reasoning_content',
    speaks: 'chat',
    body: stream(chunk({ reasoning_content: 'Hm' }), chunk({ content: 'Yes.' }), END, usage()) + DONE,
    wanted: { text: 'Yes.', reasoning: 'Hm' },
  },
  {
    name: 'thinking under two names',
    speaks: 'chat',
    body: stream(chunk({ reasoning: 'Hm', reasoning_content: 'Hm' }), chunk({ content: 'Yes.' }), END) + DONE,
    wanted: { text: 'Yes.', reasoning: 'Hm' },
  },
  {
    name: 'thinking as reasoning, and details that say it again',
    speaks: 'chat',
    body:
      stream(chunk({ content: '', reasoning: 'Hm', reasoning_details: [{ type: 'x', text: 'Hm' }] })) +
      stream(chunk({ content: 'Yes.' }), END, usage({ cost: 0.00012, is_byok: false })) +
      DONE,
    wanted: { text: 'Yes.', reasoning: 'Hm', usage: { ...REPORTED, vendorCostMicroUsd: 120 } },
  },
  {
    name: 'thinking in parts of the content',
    speaks: 'chat',
    body: stream(
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }),
      chunk({ content: [{ type: 'text', text: 'Yes.' }] }, { finish_reason: 'stop' }),
    ),
    wanted: { text: 'Yes.', reasoning: 'Hm' },
  },
  {
    name: 'no reason for the end, but usage',
    speaks: 'chat',
    body: stream(chunk({ content: 'Yes.' }), usage()),
    wanted: { text: 'Yes.', finishReason: 'stop', usage: REPORTED },
  },
  {
    name: 'no reason for the end, but [DONE]',
    speaks: 'chat',
    body: stream(chunk({ content: 'Yes.' })) + DONE,
    wanted: { text: 'Yes.', finishReason: 'stop', usage: { source: 'counted' } },
  },
  {
    name: 'a reason for the end, and no [DONE]',
    speaks: 'chat',
    body: stream(chunk({ content: 'Yes.' }, { finish_reason: 'length' }), usage()),
    wanted: { text: 'Yes.', finishReason: 'length', usage: REPORTED },
  },
  {
    name: 'usage in the middle of Groq’s own field',
    speaks: 'chat',
    body: stream(chunk({ content: 'Yes.' }), { ...END, x_groq: { id: 'g', usage: USAGE } }) + DONE,
    wanted: { text: 'Yes.', usage: REPORTED },
  },
  {
    name: 'what was written to a cache and read from it',
    speaks: 'chat',
    body: stream(
      chunk({ content: 'Yes.' }),
      END,
      usage({ prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 11 } }),
    ),
    wanted: { usage: { input: { total: 20, cacheRead: 4, cacheWrite: 11 } } },
  },
  {
    name: 'Moonshot’s cached tokens',
    speaks: 'chat',
    body: stream(chunk({ content: 'Yes.' }), END, usage({ cached_tokens: 9 })),
    wanted: { usage: { input: { cacheRead: 9 } } },
  },
  {
    name: 'DeepSeek’s cached tokens',
    speaks: 'chat',
    body: stream(chunk({ content: 'Yes.' }), END, usage({ prompt_cache_hit_tokens: 8 })),
    wanted: { usage: { input: { cacheRead: 8 } } },
  },
  {
    name: 'xAI’s cost in ticks, and thinking beside the completion',
    speaks: 'chat',
    body: stream(chunk({ content: 'Yes.' }), END, usage({ total_tokens: 57, cost_in_usd_ticks: 37_756_000 })),
    wanted: { usage: { output: { total: 37, reasoning: 30 }, vendorCostMicroUsd: 3_776 } },
  },
  {
    name: 'sources in three places, each once',
    speaks: 'chat',
    body: stream(
      {
        ...chunk({ content: 'Yes.' }),
        citations: ['https://a.example/1', 'https://a.example/2'],
        search_results: [{ title: 'One', url: 'https://a.example/1', date: null }],
      },
      chunk({
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.example/2', title: 'Two' } }],
      }),
      END,
    ),
    wanted: {
      sources: [
        { url: 'https://a.example/1', title: 'One' },
        { url: 'https://a.example/2', title: 'Two' },
      ],
    },
  },
  {
    name: 'a whole answer in JSON, without a reason for its end',
    speaks: 'chat',
    body: JSON.stringify({
      id: 'c',
      choices: [{ message: { role: 'assistant', content: '<think>Hm</think>Yes.' } }],
      usage: USAGE,
    }),
    wanted: { text: 'Yes.', reasoning: 'Hm', finishReason: 'stop', usage: REPORTED },
  },
  {
    name: 'the thinking itself and its summary',
    speaks: 'responses',
    body: typed(
      { type: 'response.reasoning_text.delta', delta: 'Hm' },
      { type: 'response.reasoning_summary_part.added', summary_index: 1 },
      { type: 'response.reasoning_summary_text.delta', delta: 'Aha' },
      { type: 'response.output_text.delta', delta: 'Yes.' },
      {
        type: 'response.completed',
        response: { id: 'r', usage: { input_tokens: 20, output_tokens: 7, cost_in_usd_ticks: 1_000_000 } },
      },
    ),
    wanted: { text: 'Yes.', reasoning: 'Hm\n\nAha', usage: { ...REPORTED, vendorCostMicroUsd: 100 } },
  },
  {
    name: 'a whole response in JSON',
    speaks: 'responses',
    body: JSON.stringify({
      id: 'r',
      object: 'response',
      status: 'completed',
      error: null,
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'Yes.', annotations: [] }] },
      ],
      usage: { input_tokens: 20, output_tokens: 7 },
    }),
    wanted: { text: 'Yes.', reasoning: 'Hm', finishReason: 'stop', usage: REPORTED },
  },
  {
    name: 'thinking, then text',
    speaks: 'anthropic',
    body: typed(
      { type: 'message_start', message: { id: 'm', usage: { input_tokens: 9, output_tokens: 1 } } },
      { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Hm' } },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Yes.' } },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { output_tokens: 7, cache_creation_input_tokens: 11, input_tokens: 9 },
      },
      { type: 'message_stop' },
    ),
    wanted: { text: 'Yes.', reasoning: 'Hm', usage: { ...REPORTED, input: { total: 20, cacheWrite: 11 } } },
  },
  {
    name: 'an end without a reason',
    speaks: 'anthropic',
    body: typed(
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Yes.' } },
      { type: 'message_stop' },
    ),
    wanted: { text: 'Yes.', finishReason: 'stop' },
  },
  {
    name: 'a whole message in JSON',
    speaks: 'anthropic',
    body: JSON.stringify({
      id: 'm',
      type: 'message',
      content: [
        { type: 'thinking', thinking: 'Hm' },
        { type: 'text', text: 'Yes.' },
      ],
      stop_reason: 'max_tokens',
      usage: { input_tokens: 20, output_tokens: 7 },
    }),
    wanted: { text: 'Yes.', reasoning: 'Hm', finishReason: 'length', usage: REPORTED },
  },
];

/** The body in two chunks, cut at every multiple of `step` bytes; the first chunk is empty. */
const cuts = (body: string, step: number): Uint8Array[][] => {
  const bytes = Buffer.from(body);
  const places = Array.from({ length: Math.ceil(bytes.length / step) }, (_, index) => index * step);
  return places.map((at) => [bytes.subarray(0, at), bytes.subarray(at)]);
};

describe.each(SHAPES)('$speaks: $name', ({ speaks, body, wanted }) => {
  test('cut at every byte', async () => {
    for (const pieces of cuts(body, 1)) expect(await ask(speaks, pieces)).toMatchObject(wanted);
  });

  test('with line ends of Windows, comments, and byte by byte', async () => {
    const windows = body.replaceAll('\n', '\r\n');
    for (const pieces of cuts(windows, 29)) expect(await ask(speaks, pieces)).toMatchObject(wanted);
    if (!body.startsWith('{')) {
      const commented = `: ping\n\n${body.replaceAll('\n\n', '\n\n: ping\n\n')}`;
      for (const pieces of cuts(commented, 29)) expect(await ask(speaks, pieces)).toMatchObject(wanted);
    }
    expect(
      await ask(
        speaks,
        [...Buffer.from(body)].map((byte) => Buffer.from([byte])),
      ),
    ).toMatchObject(wanted);
  });
});

describe('an answer that has not ended', () => {
  test('is interrupted, and what was reported so far counts more than our count', async () => {
    const body = stream({
      ...chunk({ content: 'A part of it' }),
      usage: { ...USAGE, completion_tokens: 400 },
    });
    await expect(ask('chat', [Buffer.from(body)])).rejects.toMatchObject({
      kind: 'connection_lost',
      received: { text: 'A part of it', usage: { output: { total: 400 }, source: 'reported' } },
    });
  });

  test('is counted with its thinking, where nothing was reported', async () => {
    const thoughts = 'One thought and another. '.repeat(20);
    const body = stream(chunk({ reasoning: thoughts }), chunk({ content: 'A part' }));
    const failure: unknown = await ask('chat', [Buffer.from(body)]).catch((error: unknown) => error);
    const { received } = failure as ProviderFailure;
    expect(received).toMatchObject({ text: 'A part', usage: { source: 'counted' } });
    expect(received?.usage.output.total).toBeGreaterThan(80);
  });

  test('is none where all that came is [DONE]', async () => {
    await expect(ask('chat', [Buffer.from(DONE)])).rejects.toMatchObject({ kind: 'bad_answer' });
  });
});

describe('what comes after the end of an answer', () => {
  test('text is dropped and counted, a second reason changes nothing', async () => {
    const body = stream(
      chunk({ content: 'Yes.' }, { finish_reason: 'stop' }),
      usage(),
      chunk({ content: 'And another thing' }, { finish_reason: 'length' }),
    );
    expect(await ask('chat', [Buffer.from(body)])).toMatchObject({
      text: 'Yes.',
      finishReason: 'stop',
      textAfterEnd: 17,
      usage: REPORTED,
    });
  });

  test('what cannot be read takes nothing from it', async () => {
    const body = `${stream(chunk({ content: 'Yes.' }, { finish_reason: 'stop' }), usage())}data: {"x\n\n`;
    expect(await ask('chat', [Buffer.from(body)])).toMatchObject({ text: 'Yes.', usage: REPORTED });
  });
});

test('figures that cannot be are left out and named', async () => {
  const lie = { prompt_tokens: -20, completion_tokens: 1e12, prompt_tokens_details: { cached_tokens: 2.5 } };
  const body = stream(chunk({ content: 'Yes.' }), END, { choices: [], usage: lie });
  const { usage: used } = await ask('chat', [Buffer.from(body)]);
  expect(used).toMatchObject({
    source: 'counted',
    impossible: { input: -20, output: 1e12, cacheRead: 2.5 },
  });
  expect(used.output.total).toBeLessThan(10);
});
