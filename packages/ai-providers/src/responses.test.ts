import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { complete } from './complete.js';
import { textMessage, type AiProvider } from './contract.js';
import { createProviders, type ProviderRegistry } from './registry.js';

// Stream events besides text that only these vendors send, in recorded shapes.

const event = (body: Record<string, unknown>) =>
  `event: ${String(body.type)}\ndata: ${JSON.stringify(body)}\n\n`;
const delta = (text: string) => event({ type: 'response.output_text.delta', delta: text });
const ended = (type: string, rest: object) =>
  event({
    type,
    response: { id: 'resp_1', status: 'x', output: [], error: null, incomplete_details: null, ...rest },
  });

let answer = '';
let isCutAtEnd = false;
const server = http.createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (isCutAtEnd) response.write(answer, () => response.destroy());
  else response.end(answer);
});
let registry: ProviderRegistry;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  registry = createProviders([
    { key: 'perplexity', kind: 'perplexity', apiKey: 'k', baseUrl, allowPrivate: true },
    { key: 'openai', kind: 'openai', api: 'responses', apiKey: 'k', baseUrl, allowPrivate: true },
    { key: 'anthropic', kind: 'anthropic', apiKey: 'k', baseUrl, allowPrivate: true },
    { key: 'chat', kind: 'gemini', apiKey: 'k', baseUrl, allowPrivate: true },
  ]);
});
afterEach(() => {
  isCutAtEnd = false;
});
afterAll(async () => {
  await registry.close();
  server.close();
});

const ask = (key: string) => {
  const provider: AiProvider | undefined = registry.get(key);
  if (!provider) throw new Error('There is no such provider.');
  return complete(provider, {
    model: 'sonar',
    messages: [textMessage('user', 'Hello')],
    maxOutputTokens: 50,
  });
};

test('Perplexity’s sources, searches and own cost', async () => {
  const results = [
    { id: 1, url: 'https://a.example/1', title: 'One', snippet: '…', source: 'web' },
    { id: 2, url: 'https://a.example/2', title: 'Two' },
    { id: 3, url: 'javascript:alert(1)', title: 'Three' },
  ];
  answer = [
    ended('response.created', {}),
    event({ type: 'response.reasoning.search_results', results }),
    event({
      type: 'response.output_item.done',
      item: { type: 'search_results', queries: ['q'], results },
    }),
    delta('Two of them [1][2].'),
    ended('response.completed', {
      usage: {
        input_tokens: 4_718,
        input_tokens_details: { cache_creation_input_tokens: 0, cache_read_input_tokens: 12 },
        output_tokens: 450,
        output_tokens_details: { reasoning_tokens: 40 },
        total_tokens: 5_168,
        tool_calls_details: { search_web: { cost_usd: 0.0025, invocation: 1 } },
        cost: {
          currency: 'USD',
          input_cost: 0.00118,
          output_cost: 0.001125,
          tool_calls_cost: 0.0025,
          total_cost: 0.004805,
        },
      },
    }),
  ].join('');
  expect(await ask('perplexity')).toMatchObject({
    text: 'Two of them [1][2].',
    finishReason: 'stop',
    vendorReason: 'completed',
    sources: [
      { url: 'https://a.example/1', title: 'One' },
      { url: 'https://a.example/2', title: 'Two' },
    ],
    usage: {
      input: { total: 4_718, cacheRead: 12, cacheWrite: 0 },
      output: { total: 450, reasoning: 40 },
      requests: { webSearch: 1 },
      vendorCostMicroUsd: 4_805,
      source: 'reported',
    },
  });
});

test('OpenAI’s citations, searches, cached tokens and the state of a turn', async () => {
  const output = [{ type: 'reasoning', encrypted_content: 'x' }, { type: 'message' }];
  const annotation = {
    type: 'url_citation',
    url: 'https://b.example',
    title: 'B',
    start_index: 0,
    end_index: 3,
  };
  answer = [
    event({ type: 'response.output_item.done', item: { type: 'web_search_call', id: 'ws_1' } }),
    event({ type: 'response.reasoning_summary_text.delta', delta: 'Hm.' }),
    delta('Yes.'),
    event({ type: 'response.output_text.annotation.added', annotation }),
    ended('response.completed', {
      output,
      usage: {
        input_tokens: 2_006,
        input_tokens_details: { cached_tokens: 1_920, cache_write_tokens: 80 },
        output_tokens: 300,
        output_tokens_details: { reasoning_tokens: 256 },
      },
    }),
  ].join('');
  expect(await ask('openai')).toMatchObject({
    text: 'Yes.',
    sources: [{ url: 'https://b.example', title: 'B' }],
    state: { vendor: 'responses', value: output },
    usage: {
      input: { total: 2_006, cacheRead: 1_920, cacheWrite: 80 },
      output: { total: 300, reasoning: 256 },
      requests: { webSearch: 1 },
    },
  });
});

test('all thinking and no text says what it used', async () => {
  answer = ended('response.incomplete', {
    incomplete_details: { reason: 'max_output_tokens' },
    usage: { input_tokens: 20, output_tokens: 50, output_tokens_details: { reasoning_tokens: 50 } },
  });
  await expect(ask('openai')).rejects.toMatchObject({
    kind: 'empty',
    received: { text: '', finishReason: 'length', usage: { output: { total: 50, reasoning: 50 } } },
  });
});

test('a failed response is the failure that it names', async () => {
  answer =
    delta('Half') +
    ended('response.failed', { error: { code: 'rate_limit_exceeded', message: 'Slow down' } });
  await expect(ask('openai')).rejects.toMatchObject({
    kind: 'rate_limited',
    certain: false,
    vendorCode: 'rate_limit_exceeded',
    received: { text: 'Half' },
  });
});

test('Gemini’s prohibited content in a stream is filtered', async () => {
  const chunk = {
    id: 'g',
    choices: [{ index: 0, delta: {}, finish_reason: 'content_filter: PROHIBITED_CONTENT' }],
  };
  const usage = { id: 'g', choices: [], usage: { prompt_tokens: 9, completion_tokens: 0, total_tokens: 9 } };
  answer = `data: ${JSON.stringify(chunk)}\n\ndata: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`;
  await expect(ask('chat')).rejects.toMatchObject({
    kind: 'filtered',
    received: { text: '', finishReason: 'filtered', usage: { input: { total: 9 } } },
  });
});

test('Mistral’s thinking, which it sends in place of text, is no part of the answer', async () => {
  const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'A greeting.' }] }];
  const chunks = [
    { content: thinking },
    { content: [{ type: 'text', text: 'Hello' }] },
    { content: ' there.' },
  ].map((delta) => ({ id: 'm', choices: [{ index: 0, delta, finish_reason: null }] }));
  const end = {
    id: 'm',
    choices: [{ index: 0, delta: { content: '' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 },
  };
  answer = [...chunks, end].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  expect(await ask('chat')).toMatchObject({ text: 'Hello there.', usage: { output: { total: 12 } } });
});

test('an answer that Mistral ends with the reason error is no whole one', async () => {
  const chunk = (choice: object) => `data: ${JSON.stringify({ id: 'm', choices: [choice] })}\n\n`;
  answer = chunk({ delta: { content: 'Half of' } }) + chunk({ delta: {}, finish_reason: 'error' });
  await expect(ask('chat')).rejects.toMatchObject({
    kind: 'overloaded',
    certain: false,
    received: { text: 'Half of' },
  });
});

test('Mistral says in a word of its own that the model’s context is full', async () => {
  const choice = { delta: { content: 'Half of' }, finish_reason: 'model_length' };
  answer = `data: ${JSON.stringify({ id: 'm', choices: [choice] })}\n\n`;
  expect(await ask('chat')).toMatchObject({ text: 'Half of', finishReason: 'length' });
});

test('the output that Claude’s first event names, before there is any, is not what was used', async () => {
  const text = 'word '.repeat(100);
  answer = [
    event({ type: 'message_start', message: { id: 'm', usage: { input_tokens: 10, output_tokens: 1 } } }),
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    event({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
  ].join('');
  const { usage } = await ask('anthropic');
  expect(usage).toMatchObject({ input: { total: 10 }, source: 'counted' });
  expect(usage.output.total).toBeGreaterThan(90);
});

test('an answer whose connection is lost after its end and its usage is whole', async () => {
  const chunk = (body: object) => `data: ${JSON.stringify({ id: 'c', ...body })}\n\n`;
  const usage = { prompt_tokens: 9, completion_tokens: 12 };
  answer = chunk({ choices: [{ delta: { content: 'All of it.' }, finish_reason: 'stop' }] });
  isCutAtEnd = true;
  await expect(ask('chat')).rejects.toMatchObject({ kind: 'connection_lost' });
  answer += chunk({ choices: [], usage });
  expect(await ask('chat')).toMatchObject({
    text: 'All of it.',
    finishReason: 'stop',
    usage: { output: { total: 12 }, source: 'reported' },
  });
});
