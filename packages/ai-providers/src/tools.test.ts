import { afterEach, describe, expect, it, test } from 'vitest';
import { startAnsweringServer } from '../../../tests/vendors/answering-server';
import { complete } from './complete.js';
import {
  textMessage,
  type Message,
  type ProviderRequest,
  type ToolUse,
  type VendorState,
} from './contract.js';
import { createDemoProvider } from './demo/demo-provider.js';
import { createProviders, type ProviderRegistry } from './registry.js';
import { framesOf } from './test-support/bedrock-frames.js';
import { call, connectTo, get, VENDORS } from './test-support/provider-test-kit.js';
import { countMessages } from './tokens/count-tokens.js';

const WEATHER = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const toolUse: ToolUse = { tools: [WEATHER] };
const CALLS = [
  { id: 'call_1', name: 'get_weather', arguments: '{"city":"Łódź"}' },
  { id: 'call_2', name: 'get_weather', arguments: '{"city":"Oslo"}' },
];

/** The second round: the calls, and what the tools returned. */
const second = (state?: VendorState): Message[] => [
  textMessage('user', 'Where is it warmer?'),
  {
    role: 'assistant',
    parts: [
      { type: 'text', text: 'I look.' },
      ...CALLS.map((each) => ({ type: 'tool-call' as const, ...each })),
    ],
    ...(state && { state }),
  },
  {
    role: 'tool',
    parts: CALLS.map(({ id, name }, index) => ({
      type: 'tool-result',
      callId: id,
      name,
      text: `${String(index)} °C`,
    })),
  },
];

/** Each vendor's request with tools, and that of the second round. */
const SENT: Record<string, { tools: unknown; messages: unknown }> = {
  'chat completions': {
    tools: {
      tools: [{ type: 'function', function: WEATHER }],
      tool_choice: 'required',
      parallel_tool_calls: false,
    },
    messages: {
      messages: [
        { role: 'user', content: 'Where is it warmer?' },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: CALLS.map(({ id, name, arguments: args }) => ({
            id,
            type: 'function',
            function: { name, arguments: args },
          })),
        },
        { role: 'tool', tool_call_id: 'call_1', content: '0 °C' },
        { role: 'tool', tool_call_id: 'call_2', content: '1 °C' },
      ],
    },
  },
  'the Responses API': {
    tools: {
      tools: [{ type: 'function', ...WEATHER, strict: false }],
      tool_choice: 'required',
      parallel_tool_calls: false,
    },
    messages: {
      input: [
        { role: 'user', content: 'Where is it warmer?' },
        { role: 'assistant', content: 'I look.' },
        ...CALLS.map(({ id, name, arguments: args }) => ({
          type: 'function_call',
          call_id: id,
          name,
          arguments: args,
        })),
        { type: 'function_call_output', call_id: 'call_1', output: '0 °C' },
        { type: 'function_call_output', call_id: 'call_2', output: '1 °C' },
      ],
    },
  },
  'Anthropic’s messages': {
    tools: {
      tools: [
        { name: 'get_weather', description: 'The weather of a city.', input_schema: WEATHER.parameters },
      ],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
    },
    messages: {
      messages: [
        { role: 'user', content: 'Where is it warmer?' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Łódź' } },
            { type: 'tool_use', id: 'call_2', name: 'get_weather', input: { city: 'Oslo' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: '0 °C' },
            { type: 'tool_result', tool_use_id: 'call_2', content: '1 °C' },
          ],
        },
      ],
    },
  },
};

describe.each(VENDORS)('tools behind $name', (one) => {
  const its = connectTo(one);
  const sent = SENT[one.name];
  const lastBody = () => its.vendor.log.requests.at(-1)?.body;

  test.each([undefined, true] as const)('calls arrive in pieces or whole (%s)', async (isWhole) => {
    its.vendor.script({ kind: 'reply', text: 'I look.', toolCalls: CALLS, ...(isWhole && { isWhole }) });
    const deltas: string[] = [];
    const result = await complete(its.provider, call({ toolUse }), undefined, undefined, ({ type }) =>
      deltas.push(type),
    );
    expect(result).toMatchObject({ text: 'I look.', toolCalls: CALLS, finishReason: 'tool_calls' });
    expect(deltas.filter((type) => type === 'tool-call')).toHaveLength(2);
  });

  test('a call without any text is an answer', async () => {
    its.vendor.script({ kind: 'reply', text: '', toolCalls: CALLS });
    expect(await complete(its.provider, call({ toolUse }))).toMatchObject({ text: '', toolCalls: CALLS });
  });

  test('definitions, choice and results are sent as the vendor has them', async () => {
    await complete(its.provider, call({ toolUse: { ...toolUse, choice: 'required', isParallel: false } }));
    expect(lastBody()).toMatchObject(sent?.tools as object);
    await complete(its.provider, call({ toolUse, messages: second() }));
    expect(lastBody()).toMatchObject(sent?.messages as object);
  });

  test('calls are counted where no usage is reported', async () => {
    its.vendor.script({ kind: 'reply', text: '', toolCalls: CALLS, usage: null });
    const { usage } = await complete(its.provider, call({ toolUse }));
    expect(usage).toMatchObject({ source: 'counted' });
    expect(usage.output.total).toBeGreaterThan(5);
  });
});

describe('what a vendor wants back with the results', () => {
  let server: Awaited<ReturnType<typeof startAnsweringServer>> | undefined;
  let registry: ProviderRegistry | undefined;
  afterEach(async () => {
    await registry?.close();
    await server?.close();
  });

  /** Two rounds: what the vendor said in the first is sent back in the second. */
  async function secondBody(
    kind: 'gemini' | 'anthropic' | 'openai-responses' | 'bedrock',
    stream: Buffer,
    changes: Partial<ProviderRequest>,
    keepsState = true,
  ): Promise<{ body: Record<string, unknown>; state: VendorState | undefined; warnings: string[] }> {
    server = await startAnsweringServer(() => ({ pieces: [stream] }));
    const setting = {
      key: 'it',
      kind,
      apiKey: 'k',
      region: 'us-east-1',
      baseUrl: server.origin,
      allowPrivate: true,
    };
    registry = createProviders([setting]);
    const provider = get(registry);
    const first = await complete(provider, call({ toolUse, ...changes }));
    expect(first).toMatchObject({ toolCalls: [CALLS[0]], finishReason: 'tool_calls' });
    const [message] = CALLS;
    const messages = second(keepsState ? first.state : undefined).slice(0, 2);
    messages[1]?.parts.splice(2);
    messages.push({
      role: 'tool',
      parts: [{ type: 'tool-result', callId: message?.id ?? '', name: 'get_weather', text: '1 °C' }],
    });
    const last = await complete(provider, call({ toolUse, ...changes, messages }));
    const body = JSON.parse(server.requests.at(-1)?.body ?? '{}') as Record<string, unknown>;
    return { body, state: first.state, warnings: last.warnings.map((each) => each.message) };
  }

  const sse = (...events: object[]): Buffer =>
    Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));

  const GEMINI = sse(
    {
      choices: [
        {
          delta: {
            tool_calls: [
              {
                index: 0,
                id: 'call_1',
                type: 'function',
                function: { name: 'get_weather', arguments: '{"city":"Łódź"}' },
                extra_content: { google: { thought_signature: 'signed' } },
              },
            ],
          },
          finish_reason: 'stop',
        },
      ],
    },
    { choices: [], usage: { prompt_tokens: 9, completion_tokens: 9 } },
  );

  it.each([
    [true, 'signed'],
    [false, 'skip_thought_signature_validator'],
  ])(
    'is the signature of Gemini’s thoughts, or the word that there is none (%s)',
    async (keeps, signature) => {
      const { body } = await secondBody('gemini', GEMINI, { model: 'gemini-3-pro' }, keeps);
      expect(body.messages).toMatchObject([
        {},
        { tool_calls: [{ id: 'call_1', extra_content: { google: { thought_signature: signature } } }] },
        { role: 'tool' },
      ]);
    },
  );

  const ANTHROPIC = sse(
    { type: 'message_start', message: { id: 'm', usage: { input_tokens: 9, output_tokens: 1 } } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'signed' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'secret' } },
    {
      type: 'content_block_start',
      index: 2,
      content_block: { type: 'tool_use', id: 'call_1', name: 'get_weather', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 2,
      delta: { type: 'input_json_delta', partial_json: '{"city":"Łódź"}' },
    },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  );

  it('are Anthropic’s thinking blocks; without them the turn goes on without thinking', async () => {
    const thinking = { model: 'claude-sonnet-5', effort: 'low' } as const;
    const kept = await secondBody('anthropic', ANTHROPIC, thinking);
    expect(kept.body).toMatchObject({
      thinking: { type: 'adaptive' },
      messages: [
        {},
        {
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
            { type: 'redacted_thinking', data: 'secret' },
            { type: 'text' },
            { type: 'tool_use', id: 'call_1' },
          ],
        },
        {},
      ],
    });
    await registry?.close();
    await server?.close();
    const lost = await secondBody('anthropic', ANTHROPIC, thinking, false);
    expect(lost.body.thinking).toBeUndefined();
    expect(lost.warnings.join()).toContain('no longer known');
  });

  it('is OpenAI’s encrypted reasoning', async () => {
    const output = [
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'secret' },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'get_weather',
        arguments: '{"city":"Łódź"}',
      },
    ];
    const stream = sse(
      { type: 'response.created', response: { id: 'r' } },
      {
        type: 'response.completed',
        response: { id: 'r', output, usage: { input_tokens: 9, output_tokens: 9 } },
      },
    );
    const { body } = await secondBody('openai-responses', stream, { model: 'gpt-5' });
    expect(body).toMatchObject({
      include: ['reasoning.encrypted_content'],
      input: [
        { role: 'user' },
        ...output,
        { type: 'function_call_output', call_id: 'call_1', output: '1 °C' },
      ],
    });
  });

  it('is nothing for Bedrock’s Converse', async () => {
    const stream = framesOf(
      [
        'contentBlockStart',
        { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'call_1', name: 'get_weather' } } },
      ],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: '{"city":' } } }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: '"Łódź"}' } } }],
      ['messageStop', { stopReason: 'tool_use' }],
      ['metadata', { usage: { inputTokens: 9, outputTokens: 9 } }],
    );
    const { body, state } = await secondBody('bedrock', stream, {
      model: 'amazon.nova-pro-v1:0',
      stop: ['END'],
    });
    expect(state).toBeUndefined();
    expect(body).toMatchObject({
      toolConfig: {
        tools: [{ toolSpec: { name: 'get_weather', inputSchema: { json: WEATHER.parameters } } }],
      },
      inferenceConfig: { stopSequences: ['END'] },
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            { text: 'I look.' },
            { toolUse: { toolUseId: 'call_1', name: 'get_weather', input: { city: 'Łódź' } } },
          ],
        },
        { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: '1 °C' }] } }] },
      ],
    });
  });
});

describe('servers that tell their calls apart in ways of their own', () => {
  const its = connectTo(VENDORS[0]);
  const chunk = (...toolCalls: object[]) =>
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: toolCalls } }] })}\n\n`;
  const END = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
  const f = (name: string, args: string) => ({ function: { name, arguments: args } });

  it.each([
    [
      'the same index for all',
      chunk({ index: 0, id: 'a', ...f('x', '{}') }) + chunk({ index: 0, id: 'b', ...f('y', '{}') }),
    ],
    ['no index', chunk({ id: 'a', ...f('x', '{}') }) + chunk({ id: 'b', ...f('y', '{}') })],
    ['no ids', chunk({ index: 0, ...f('x', '{}') }, { index: 1, ...f('y', '{}') })],
    ['neither', chunk(f('x', '{}')) + chunk(f('y', '{}'))],
    [
      'indexes from one',
      chunk({ index: 1, id: 'a', ...f('x', '{') }) +
        chunk({ index: 1, ...f('', '}') }) +
        chunk({ index: 2, id: 'b', ...f('y', '') }),
    ],
    [
      'the name again and again',
      chunk({ index: 0, id: 'a', ...f('x', '{') }) +
        chunk({ index: 0, id: 'a', ...f('x', '}') }) +
        chunk({ index: 1, id: 'b', ...f('y', '{}') }),
    ],
  ])('%s', async (_name, body) => {
    its.vendor.script({ kind: 'raw', body: body + END });
    const { toolCalls, finishReason } = await complete(its.provider, call({ toolUse }));
    expect(toolCalls).toMatchObject([
      { name: 'x', arguments: '{}' },
      { name: 'y', arguments: '{}' },
    ]);
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
    expect(toolCalls.every(({ id }) => id !== '')).toBe(true);
    expect(finishReason).toBe('tool_calls');
  });
});

describe('the Demo model', () => {
  const demo = createDemoProvider({ replyMs: 0 });
  const TIME = {
    name: 'get_time',
    parameters: { type: 'object', properties: { zone: { enum: ['UTC'] }, hours: { type: 'integer' } } },
  };

  it('calls the tools that the prompt names, one after another, and then answers', async () => {
    const messages = [textMessage('user', 'First get_time, then get_weather for Oslo.')];
    const called: string[] = [];
    for (;;) {
      const result = await complete(
        demo,
        call({ model: 'demo', messages, toolUse: { tools: [WEATHER, TIME] } }),
      );
      const [made] = result.toolCalls;
      if (!made) {
        expect(result.text).toMatch(/get_time.*returned[^]*get_weather.*returned/);
        break;
      }
      expect(JSON.parse(made.arguments)).toEqual(
        made.name === 'get_time'
          ? { zone: 'UTC', hours: expect.any(Number) as number }
          : { city: expect.any(String) as string },
      );
      called.push(made.name);
      messages.push(
        { role: 'assistant', parts: [{ type: 'tool-call', ...made }] },
        { role: 'tool', parts: [{ type: 'tool-result', callId: made.id, name: made.name, text: 'Fine.' }] },
      );
    }
    expect(called).toEqual(['get_time', 'get_weather']);
  });

  it('follows the choice', async () => {
    const ask = (choice: ToolUse['choice']) =>
      complete(demo, call({ model: 'demo', toolUse: { tools: [WEATHER, TIME], choice } }));
    expect((await ask('none')).toolCalls).toEqual([]);
    expect((await ask({ name: 'get_time' })).toolCalls).toMatchObject([{ name: 'get_time' }]);
  });

  it('stops where it is told to', async () => {
    const messages = [textMessage('user', 'Hello')];
    const { text } = await complete(demo, call({ model: 'demo', messages, stop: ['Demo'] }));
    expect(text).toBe('**This is the ');
  });
});

it('definitions and calls count as input', async () => {
  const plain = await countMessages(second(), 'gpt-4o');
  expect(await countMessages(second(), 'gpt-4o', { toolUse })).toBeGreaterThan(plain + 40);
  const withoutCalls = second().map((message) => ({
    ...message,
    parts: message.parts.filter(({ type }) => type !== 'tool-call'),
  }));
  expect(plain).toBeGreaterThan((await countMessages(withoutCalls, 'gpt-4o')) + 10);
});
