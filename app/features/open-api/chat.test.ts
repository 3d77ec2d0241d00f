import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createParser } from 'eventsource-parser';
import { v1Client, type V1Client } from '../../../tests/support/v1-client';
import { startResponsesServer } from '../../../tests/vendors/responses-server';
import { pngOf } from '../../../tests/support/pictures';

let v1: V1Client;
beforeAll(async () => {
  v1 = await v1Client();
});
afterEach(async () => {
  v1.services.vendor.reset();
  expect((await v1.services.ledger.reconcile()).faults).toEqual([]);
});
afterAll(() => v1.close());

const hello = [{ role: 'user', content: 'Why are leaves green?' }];
const chat = (body: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  v1.post('/v1/chat/completions', { model: 'openai/gpt-4o-mini', messages: hello, ...body }, headers);
/** The error of a request that is refused before anything is charged. */
async function refusalOf(body: Record<string, unknown> | string, path = '/v1/chat/completions') {
  const before = await v1.balance();
  const response = await v1.post(path, body);
  const { error } = (await response.json()) as { error: { message: string; param: string | null } };
  expect(await v1.balance()).toBe(before);
  return { status: response.status, ...error };
}

async function chunksOf(response: Response): Promise<Record<string, unknown>[]> {
  const data: string[] = [];
  const parser = createParser({
    onEvent: (event) => {
      expect(event.event).toBeUndefined();
      data.push(event.data);
    },
  });
  parser.feed(await response.text());
  expect(data.pop()).toBe('[DONE]');
  return data.map((each) => JSON.parse(each) as Record<string, unknown>);
}

describe('the models', () => {
  it('are listed with what they cost and take, and found by id, with and without their provider', async () => {
    const { data } = (await (await v1.get('/v1/models')).json()) as { data: { id: string }[] };
    const listed = data.find(({ id }) => id === 'openai/gpt-4o-mini');
    expect(listed).toMatchObject({
      object: 'model',
      owned_by: 'openai',
      context_length: 128_000,
      pricing: { prompt: '0.00000015', completion: '0.0000006' },
      capabilities: { vision: true, tools: true },
    });
    for (const id of ['openai/gpt-4o-mini', 'openai%2Fgpt-4o-mini', 'gpt-4o-mini'])
      expect(await (await v1.get(`/v1/models/${id}`)).json()).toEqual(listed);
  });

  it('that don’t exist are refused by name', async () => {
    const response = await v1.get('/v1/models/openai/none');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'model_not_found', param: 'model' } });
    expect(await refusalOf({ model: 'none', messages: hello })).toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
      type: 'invalid_request_error',
    });
  });
});

describe('a chat completion', () => {
  it('is charged what it says, in its usage and in a header', async () => {
    const before = await v1.balance();
    const response = await chat();
    const body = (await response.json()) as { usage: { cost: number } };
    expect(body).toMatchObject({
      object: 'chat.completion',
      model: 'openai/gpt-4o-mini',
      choices: [{ message: { role: 'assistant' }, finish_reason: 'stop' }],
      usage: { prompt_tokens_details: { cached_tokens: 0 } },
      warnings: [],
    });
    expect(response.headers.get('X-Promptwell-Cost-Usd')).toBe(String(body.usage.cost));
    expect(before - (await v1.balance())).toBeCloseTo(body.usage.cost * 1_000_000, 6);
  });

  it('sends messages in their order, whoever they are from', async () => {
    const messages = [
      { role: 'system', content: 'One' },
      { role: 'user', content: [{ type: 'text', text: 'Two' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Three' }] },
      { role: 'developer', content: 'Four' },
      { role: 'user', content: 'Five' },
    ];
    expect((await chat({ messages })).status).toBe(200);
    expect(v1.lastVendorBody().messages).toEqual([
      { role: 'system', content: 'One' },
      { role: 'user', content: 'Two' },
      { role: 'assistant', content: 'Three' },
      { role: 'system', content: 'Four' },
      { role: 'user', content: 'Five' },
    ]);
  });

  it('passes on what the model takes', async () => {
    await chat({
      max_completion_tokens: 99,
      temperature: 0.5,
      top_p: 0.9,
      stop: 'END',
      seed: 7,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'leaf', schema: { type: 'object', properties: {} }, strict: true },
      },
    });
    expect(v1.lastVendorBody()).toMatchObject({
      max_completion_tokens: 99,
      temperature: 0.5,
      top_p: 0.9,
      stop: ['END'],
      seed: 7,
      response_format: { type: 'json_schema', json_schema: { name: 'leaf', strict: true } },
    });
  });

  it('accepts neutral values, and says of everything else what was left out', async () => {
    const neutral = { n: 1, presence_penalty: 0, frequency_penalty: 0, store: false, service_tier: 'auto' };
    const quiet = await chat({
      ...neutral,
      logprobs: false,
      user: 'u-1',
      metadata: { a: 'b' },
      tools: [],
      stop: null,
    });
    expect(await quiet.json()).toMatchObject({ warnings: [] });
    const named = [{ role: 'user', content: 'Hi', name: 'Ada' }];
    const warned = await chat({
      frequency_penalty: 1,
      verbosity: 'low',
      reasoning_effort: 'low',
      messages: named,
    });
    const { warnings } = (await warned.json()) as { warnings: string[] };
    expect(warnings.join(' ')).toMatch(/frequency_penalty.*verbosity.*name.*thinking effort/);
  });

  it.each([
    ['n', 2],
    ['logprobs', true],
    ['top_logprobs', 5],
    ['audio', { voice: 'alloy' }],
    ['modalities', ['text', 'audio']],
    ['functions', [{ name: 'f' }]],
    ['function_call', 'auto'],
    ['store', true],
  ])('refuses %s, which would change the answer’s shape', async (name, value) => {
    expect(await refusalOf({ model: 'gpt-4o-mini', messages: hello, [name]: value })).toMatchObject({
      status: 400,
      code: 'unsupported_parameter',
      param: name,
    });
  });

  it('reads pictures from data URLs', async () => {
    const url = `data:image/png;base64,${pngOf(8, 8)}`;
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url } },
    ];
    expect((await chat({ messages: [{ role: 'user', content }] })).status).toBe(200);
    expect(JSON.stringify(v1.lastVendorBody().messages)).toContain(url);
  });

  it('reads the text of files', async () => {
    const file = {
      filename: 'notes.txt',
      file_data: `data:text/plain;base64,${Buffer.from('Leaves have chlorophyll.').toString('base64')}`,
    };
    const content = [
      { type: 'file', file },
      { type: 'text', text: 'Sum it up.' },
    ];
    expect((await chat({ messages: [{ role: 'user', content }] })).status).toBe(200);
    expect(JSON.stringify(v1.lastVendorBody().messages)).toContain('Leaves have chlorophyll.');
  });

  it('goes to a fallback that the request names, and says which model answered', async () => {
    v1.services.vendor.script({ kind: 'status', status: 503 });
    const response = await chat({ model: 'openai/gpt-4o-mini', models: ['openai/gpt-4o'] });
    const body = (await response.json()) as { model: string; warnings: string[] };
    expect(body.model).toBe('openai/gpt-4o');
    expect(body.warnings.join()).toContain('couldn’t be reached');
  });
});

describe('web search', () => {
  it('is left out with a warning for a model that isn’t set up for it', async () => {
    const response = await chat({ web_search_options: {} });
    const { warnings } = (await response.json()) as { warnings: string[] };
    expect(warnings.join()).toContain('isn’t set up for web search');
    expect(JSON.stringify(v1.lastVendorBody())).not.toContain('web_search');
  });

  it('is asked of a model that is, within its number of searches', async () => {
    const vendor = await startResponsesServer();
    const searching = await v1Client({ OPENAI_API: 'responses', OPENAI_BASE_URL: vendor.baseUrl });
    const { services } = searching;
    await services.prisma.aiModel.updateMany({
      where: { modelName: 'gpt-4o-mini' },
      data: { mostSearches: 2 },
    });
    services.catalogue.invalidate();
    const body = { model: 'openai/gpt-4o-mini', messages: hello };
    await searching.post('/v1/chat/completions', body);
    expect(vendor.log.requests.at(-1)?.body).not.toHaveProperty('tools');
    const response = await searching.post('/v1/chat/completions', { ...body, web_search_options: {} });
    expect(await response.json()).toMatchObject({ warnings: [] });
    expect(vendor.log.requests.at(-1)?.body).toMatchObject({
      tools: [{ type: 'web_search' }],
      max_tool_calls: 2,
    });
    expect((await services.ledger.reconcile()).faults).toEqual([]);
    await searching.close();
    await vendor.close();
  });
});

describe('bad input is refused with the field it is about', () => {
  const self: Record<string, unknown> = { type: 'object', properties: { next: { $ref: '#' } } };
  const deep = (levels: number): unknown => (levels === 0 ? {} : { items: deep(levels - 1) });
  const user = (...content: unknown[]) => ({ messages: [{ role: 'user', content }] });
  const toolOf = (parameters: unknown) => ({
    tools: [{ type: 'function', function: { name: 'f', parameters } }],
  });
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
  const cases: [string, Record<string, unknown>, string | RegExp][] = [
    ['no messages', { messages: [] }, 'messages'],
    ['10,000 messages', { messages: Array.from({ length: 10_000 }, () => hello[0]) }, 'messages'],
    ['a role that doesn’t exist', { messages: [{ role: 'boss', content: 'x' }] }, 'messages[0].role'],
    ['a part without its text', user({ type: 'text' }), 'messages[0].content[0].text'],
    ['a schema that refers to itself', toolOf(self), 'tools[0].function.parameters'],
    ['a schema without end', toolOf(deep(100)), 'tools[0].function.parameters'],
    [
      'a picture that is none',
      user({ type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=' } }),
      'messages[0].content[0].image_url.url',
    ],
    [
      'a picture’s address',
      user({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }),
      'messages[0].content[0].image_url.url',
    ],
    [
      'a data URL without end',
      user({ type: 'image_url', image_url: { url: `data:${';a=b'.repeat(50_000)}` } }),
      'messages[0].content[0].image_url.url',
    ],
    [
      'a file of ours',
      user({ type: 'file', file: { file_id: 'f-1' } }),
      'messages[0].content[0].file.file_id',
    ],
    ['a sound', user({ type: 'input_audio', input_audio: {} }), /^messages\[0\]\.content/],
    ['100 stops', { stop: Array.from({ length: 100 }, () => 'x') }, 'stop'],
    ['a word for a number', { temperature: 'NaN' }, 'temperature'],
    ['a temperature beyond all bounds', { temperature: 1e308 }, 'temperature'],
    ['a negative length', { max_tokens: -1 }, 'max_tokens'],
    ['a length beyond all bounds', { max_completion_tokens: 1e21 }, 'max_completion_tokens'],
    ['a seed that is no whole number', { seed: 1e300 }, 'seed'],
    ['a seed in words', { seed: 'NaN' }, 'seed'],
    [
      'a schema whose parts refer to each other',
      toolOf({ $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { items: { $ref: '#/$defs/a' } } } }),
      'tools[0].function.parameters',
    ],
    [
      'a format that refers to itself',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: self } } },
      'response_format.json_schema.schema',
    ],
    [
      'a text that is sent as a picture',
      user({ type: 'image_url', image_url: { url: 'data:text/plain;base64,aGVsbG8=' } }),
      'messages[0].content[0].image_url.url',
    ],
    [
      'a tool result after another call’s',
      {
        messages: [
          ...hello,
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'c1', content: 'x' },
          { role: 'tool', tool_call_id: 'c2', content: 'x' },
        ],
      },
      'messages[3].tool_call_id',
    ],
    [
      'a tool result without its call',
      { messages: [...hello, { role: 'tool', tool_call_id: 'c1', content: 'x' }] },
      'messages[1].tool_call_id',
    ],
    [
      'a call without its result',
      { messages: [...hello, { role: 'assistant', content: null, tool_calls: [call] }] },
      'messages[1].tool_calls[0].id',
    ],
    [
      'a choice of a tool that isn’t there',
      { ...toolOf({}), tool_choice: { type: 'function', function: { name: 'g' } } },
      'tool_choice.function.name',
    ],
    ['a choice without tools', { tool_choice: 'required' }, 'tool_choice'],
  ];
  it.each(cases)('%s', async (_name, body, param) => {
    const refusal = await refusalOf({ model: 'openai/gpt-4o-mini', messages: hello, ...body });
    expect(refusal).toMatchObject({ status: 400, type: 'invalid_request_error' });
    expect(refusal.param).toEqual(typeof param === 'string' ? param : expect.stringMatching(param));
    expect(refusal.message).toMatch(/\w/);
  });

  it('numbers that JSON doesn’t have', async () => {
    for (const value of ['NaN', 'Infinity', '-']) {
      const body = `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"x"}],"temperature":${value}}`;
      expect(await refusalOf(body)).toMatchObject({ status: 400, code: 'invalid_json' });
    }
    const huge = `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"x"}],"temperature":1e999}`;
    expect(await refusalOf(huge)).toMatchObject({ status: 400, param: 'temperature' });
  });

  it('a model without tools, by its name', async () => {
    const refusal = await refusalOf({ ...toolOf({}), model: 'perplexity/sonar', messages: hello });
    expect(refusal).toMatchObject({ status: 400, param: 'tools' });
    expect(refusal.message).toContain('Sonar');
  });
});

describe('errors have OpenAI’s shape', () => {
  it('for an address and a method that don’t exist', async () => {
    expect(await (await v1.get('/v1/nothing')).json()).toMatchObject({
      error: { code: 'unknown_url', param: null },
    });
    const response = await v1.post('/v1/models', {});
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
  });

  it('without a key: cookies never count', async () => {
    const { request } = v1;
    const refused: Record<string, string>[] = [
      {},
      { Cookie: `__Host-promptwell_session=${v1.cookie}` },
      { Authorization: 'Bearer no' },
    ];
    for (const headers of refused) {
      const response = await request('GET', '/v1/models', undefined, headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        error: { type: 'authentication_error', code: 'invalid_api_key' },
      });
    }
  });

  it('without money: 402, which clients don’t repeat', async () => {
    const poor = await v1.as({ cents: 0 });
    const response = await poor('POST', '/v1/chat/completions', { model: 'openai/gpt-4o', messages: hello });
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({
      error: { type: 'insufficient_quota', code: 'insufficient_quota' },
    });
  });

  it.each([
    [{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }, 429, 'rate_limit_exceeded', '7'],
    [{ kind: 'status', status: 503 }, 503, 'provider_overloaded', '5'],
    [{ kind: 'empty' }, 502, 'provider_empty_reply', null],
    [{ kind: 'status', status: 400 }, 400, 'provider_refused', null],
  ] as const)('when the vendor does %j', async (behaviour, status, code, retryAfter) => {
    v1.services.vendor.script(behaviour);
    const before = await v1.balance();
    const response = await chat();
    expect([response.status, response.headers.get('Retry-After')]).toEqual([status, retryAfter]);
    expect(await response.json()).toMatchObject({
      error: { code, message: expect.stringContaining('') as string },
    });
    expect(await v1.balance()).toBe(before);
  });

  it('for a body over the limit, which is never parsed', async () => {
    const response = await v1.request('POST', '/v1/chat/completions', '{"model":', {
      ...v1.bearer,
      'Content-Length': String(33 * 1024 * 1024),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'too_large' } });
  });
});

describe('any origin', () => {
  it('may ask, and read what it needs', async () => {
    const preflight = await v1.request('OPTIONS', '/v1/chat/completions', undefined, {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Headers': 'authorization,content-type',
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'authorization,content-type',
    });
    const refused = await v1.request('GET', '/v1/nothing', undefined, {});
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(refused.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
  });
});

describe('a repeated request', () => {
  it('is a new one without a key, and keeps no text', async () => {
    const [first, second] = [await chat(), await chat()];
    const ids = [first, second].map(async (each) => ((await each.json()) as { id: string }).id);
    expect(new Set(await Promise.all(ids)).size).toBe(2);
    expect(await v1.storedAnswers()).toEqual([]);
  });

  it('is charged once with one, for 15 minutes', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [await chat({}, key), await chat({}, key)];
    expect(await second.json()).toEqual(await first.json());
    expect(second.headers.get('X-Idempotent-Replayed')).toBe('true');
    const other = await chat({ temperature: 1 }, key);
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ error: { code: 'idempotency_key_reused' } });
    const replayed = await chunksOf(await chat({ stream: true }, { 'Idempotency-Key': randomUUID() }));
    expect(replayed.length).toBeGreaterThan(2);
  });
});

describe('a stream', () => {
  it('begins with the role, ends with usage and cost', async () => {
    const response = await chat({ stream: true, stream_options: { include_usage: true }, verbosity: 'low' });
    expect(response.headers.get('Content-Type')).toContain('text/event-stream');
    const chunks = await chunksOf(response);
    expect(chunks[0]).toMatchObject({ choices: [{ delta: { role: 'assistant', content: '' } }] });
    expect(chunks.at(-2)).toMatchObject({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      model: 'openai/gpt-4o-mini',
      usage: { cost: expect.any(Number) as number },
      warnings: [expect.stringContaining('verbosity') as string],
    });
  });

  it('without usage asked for has a choice in every chunk', async () => {
    const chunks = await chunksOf(await chat({ stream: true }));
    expect(chunks.every(({ choices }) => Array.isArray(choices) && choices.length === 1)).toBe(true);
    expect(chunks.at(-1)).toMatchObject({ usage: { cost: expect.any(Number) as number } });
  });

  it('is refused with a status before anything was sent', async () => {
    expect((await chat({ stream: true, model: 'none' })).status).toBe(404);
  });

  it('that breaks off says so, and what arrived is charged', async () => {
    v1.services.vendor.script({ kind: 'truncated', text: 'Half of an answer' });
    const before = await v1.balance();
    const chunks = await chunksOf(await chat({ stream: true }));
    expect(chunks.at(-1)).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      warnings: [expect.stringContaining('was lost') as string],
    });
    expect(await v1.balance()).toBeLessThan(before);
  });

  it('that the client drops is drained and charged', async () => {
    v1.services.vendor.script({ kind: 'reply', text: 'To the end', hold: 'middle' });
    const before = await v1.balance();
    const response = await chat({ stream: true });
    await v1.services.vendor.until((log) => log.stats.held === 1);
    await response.body?.cancel();
    v1.services.vendor.release();
    await expect.poll(() => v1.balance()).toBeLessThan(before);
  });
});
