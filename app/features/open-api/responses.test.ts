import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createParser } from 'eventsource-parser';
import { v1Client, type V1Client } from '../../../tests/support/v1-client';

let v1: V1Client;
beforeAll(async () => {
  v1 = await v1Client();
});
afterAll(async () => {
  expect((await v1.services.ledger.reconcile()).faults).toEqual([]);
  await v1.close();
});

const ask = (body: Record<string, unknown>) =>
  v1.post('/v1/responses', { model: 'openai/gpt-4o-mini', input: 'Why are leaves green?', ...body });

describe('the Responses API', () => {
  it('answers a text with a message, its usage and its cost', async () => {
    const before = await v1.balance();
    const response = await ask({ instructions: 'Be brief.' });
    const body = (await response.json()) as { usage: { cost: number } };
    expect(body).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'openai/gpt-4o-mini',
      store: false,
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text' }] }],
      warnings: [],
    });
    expect(before - (await v1.balance())).toBeCloseTo(body.usage.cost * 1_000_000, 6);
    expect(v1.lastVendorBody().messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Why are leaves green?' },
    ]);
  });

  it('takes turns, tools and a format, and gives calls back as items', async () => {
    v1.services.vendor.script({
      kind: 'reply',
      text: '',
      toolCalls: [{ id: 'call_2', name: 'look', arguments: '{"at":"oak"}' }],
    });
    const response = await ask({
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Look.' }] },
        { type: 'reasoning', summary: [] },
        { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'A leaf.' },
      ],
      tools: [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }],
      text: { format: { type: 'json_schema', name: 'leaf', schema: { type: 'object' } } },
      max_output_tokens: 50,
    });
    expect(await response.json()).toMatchObject({
      output: [{ type: 'function_call', call_id: 'call_2', name: 'look', arguments: '{"at":"oak"}' }],
    });
    expect(v1.lastVendorBody()).toMatchObject({
      messages: [
        { role: 'system', content: 'Answer with one JSON object and nothing else.' },
        { role: 'user', content: 'Look.' },
        { role: 'assistant', tool_calls: [{ id: 'call_1' }] },
        { role: 'tool', tool_call_id: 'call_1', content: 'A leaf.' },
      ],
      tools: [{ type: 'function', function: { name: 'look' } }],
      response_format: { type: 'json_schema', json_schema: { name: 'leaf' } },
    });
  });

  it.each([
    ['previous_response_id', 'resp_1'],
    ['conversation', 'conv_1'],
    ['background', true],
    ['store', true],
  ])('refuses %s by name, in a sentence', async (name, value) => {
    const response = await ask({ [name]: value });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'unsupported_parameter', param: name } });
  });

  const self = { type: 'object', properties: { next: { $ref: '#' } } };
  const format = (name: string) => ({
    text: { format: { type: 'json_schema', name, schema: { type: 'object' } } },
  });
  const picture = { type: 'input_image', image_url: 'data:image/png;base64,aGVsbG8=' };
  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      '10,000 items',
      { input: Array.from({ length: 10_000 }, () => ({ role: 'user', content: 'x' })) },
      /^input$/,
    ],
    [
      'a tool that refers to itself',
      { tools: [{ type: 'function', name: 'f', parameters: self }] },
      /^tools/,
    ],
    ['a picture that is none', { input: [{ role: 'user', content: [picture] }] }, /^input/],
    ['a tool without a usable name', { tools: [{ type: 'function', name: 'look up' }] }, /^tools/],
    ['a format without a usable name', format('leaf!'), /^text\.format\.name$/],
    ['a choice without a usable name', { tool_choice: { type: 'function', name: '' } }, /^tool_choice/],
    ['a turn of the user without content', { input: [{ role: 'user', content: [] }] }, /^input/],
    ['numbers beyond all bounds', { max_output_tokens: 1e21 }, /^max_output_tokens$/],
    ['a temperature in words', { temperature: 'NaN' }, /^temperature$/],
  ])('refuses %s, and names the field', async (_name, body, param) => {
    const before = await v1.balance();
    const response = await ask(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', param: expect.stringMatching(param) as string },
    });
    expect(await v1.balance()).toBe(before);
  });

  it('names the input when a turn can’t be used', async () => {
    const response = await ask({ input: [{ type: 'function_call_output', call_id: 'x', output: 'y' }] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'input' } });
  });

  it('streams named events in their order, which end with the whole response', async () => {
    const call = { id: 'call_1', name: 'look', arguments: '{"at":"oak"}' };
    v1.services.vendor.script({ kind: 'reply', text: 'I look.', toolCalls: [call] });
    const tools = [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }];
    const response = await ask({ stream: true, tools });
    const events: {
      type: string;
      sequence_number: number;
      delta?: string;
      response?: { output: unknown[] };
    }[] = [];
    const parser = createParser({
      onEvent: ({ event, data }) => {
        const parsed = JSON.parse(data) as (typeof events)[number];
        expect(parsed.type).toBe(event);
        events.push(parsed);
      },
    });
    parser.feed(await response.text());
    expect(events.map((each) => each.sequence_number)).toEqual(events.map((_, index) => index));
    const types = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const textOf = (type: string) =>
      events.flatMap((each) => (each.type === type ? (each.delta ?? '') : '')).join('');
    expect(textOf('response.output_text.delta')).toBe('I look.');
    expect(textOf('response.function_call_arguments.delta')).toBe(call.arguments);
    expect(events.at(-1)?.response?.output).toHaveLength(2);
  });
});
