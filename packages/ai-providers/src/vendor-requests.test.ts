import { afterEach, describe, expect, test } from 'vitest';
import { startAnthropicServer } from '../../../tests/vendors/anthropic-server';
import { startOpenAiServer } from '../../../tests/vendors/openai-server';
import { startResponsesServer } from '../../../tests/vendors/responses-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import { complete } from './complete.js';
import { textMessage, type ProviderRequest, type Message, type Warning } from './contract.js';
import { API_KEY } from './test-support/provider-test-kit.js';
import { createProviders, type ProviderSettings } from './registry.js';

// Each vendor's request, field by field.

const SCHEMA = { name: 'grade', schema: { type: 'object', properties: { score: { type: 'integer' } } } };
const OPEN = { ...SCHEMA, strict: false, schema: { ...SCHEMA.schema, additionalProperties: true } };
const ASKED = 'Answer with one JSON object and nothing else.';
const ASKED_OPEN = `${ASKED} It must fit this JSON schema: ${JSON.stringify(OPEN.schema)}`;
const PICTURE: Message = {
  role: 'user',
  parts: [
    { type: 'text', text: 'What is this?' },
    { type: 'file', mimeType: 'image/png', name: 'a.png', data: { bytes: Buffer.from('hi') } },
    { type: 'file', mimeType: 'application/pdf', name: 'b.pdf', data: { text: 'Read out.' } },
  ],
};
const PICTURE_TEXT = 'What is this?\n\n--- b.pdf ---\nRead out.';
const HISTORY = [
  textMessage('user', 'Name a tree.'),
  textMessage('assistant', 'Oak.'),
  textMessage('user', 'More.'),
];
const SYSTEM = [textMessage('system', 'Be brief.'), textMessage('user', 'Hello')];
const SAMPLING = { temperature: 0.3, topP: 0.9 };

/** The changed part of the call, the request it leads to, and the settings reported as left out. */
type Row = [name: string, changes: Partial<ProviderRequest>, body: object, leftOut?: Warning['setting'][]];

let vendor: VendorServer | undefined;
afterEach(() => vendor?.close());

async function sent(
  start: typeof startOpenAiServer,
  setting: Partial<ProviderSettings>,
  changes: Partial<ProviderRequest>,
) {
  vendor = await start();
  const registry = createProviders([
    { key: 'it', kind: 'openai', apiKey: API_KEY, baseUrl: vendor.baseUrl, allowPrivate: true, ...setting },
  ]);
  const provider = registry.get('it');
  if (!provider) throw new Error('There is no such provider.');
  const call = { model: 'm', messages: [textMessage('user', 'Hello')], maxOutputTokens: 50, ...changes };
  const { warnings } = await complete(provider, call);
  await registry.close();
  return { request: vendor.log.requests[0], leftOut: warnings.map((warning) => warning.setting) };
}

function describeRequests(
  name: string,
  start: typeof startOpenAiServer,
  setting: Partial<ProviderSettings>,
  rows: Row[],
): void {
  describe(name, () => {
    test.each(rows)('%s', async (_name, changes, body, leftOut = []) => {
      const done = await sent(start, setting, changes);
      expect(done.request?.body).toEqual(body);
      expect(done.leftOut).toEqual(leftOut);
      expect(done.request?.headers).toMatchObject({ authorization: `Bearer ${API_KEY}` });
    });
  });
}

const chat = { max_tokens: 50, stream: true, stream_options: { include_usage: true } };
const chatHello = { messages: [{ role: 'user', content: 'Hello' }] };
const chatRows = (model: string): Row[] => [
  ['plain, streamed', { model }, { model, ...chat, ...chatHello }],
  [
    'a system prompt',
    { model, messages: SYSTEM },
    {
      model,
      ...chat,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    },
  ],
  [
    'history',
    { model, messages: HISTORY },
    {
      model,
      ...chat,
      messages: [
        { role: 'user', content: 'Name a tree.' },
        { role: 'assistant', content: 'Oak.' },
        { role: 'user', content: 'More.' },
      ],
    },
  ],
  [
    'a picture, and what was read out of a file',
    { model, messages: [PICTURE] },
    {
      model,
      ...chat,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: PICTURE_TEXT },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
          ],
        },
      ],
    },
  ],
  [
    'JSON of any shape',
    { model, format: { type: 'json' } },
    {
      model,
      ...chat,
      messages: [{ role: 'system', content: ASKED }, ...chatHello.messages],
      response_format: { type: 'json_object' },
    },
  ],
  [
    'JSON with a schema',
    { model, format: { type: 'json', schema: SCHEMA } },
    {
      model,
      ...chat,
      messages: [{ role: 'system', content: ASKED }, ...chatHello.messages],
      response_format: { type: 'json_schema', json_schema: { ...SCHEMA, strict: true } },
    },
  ],
  ['sampling', { model, sampling: SAMPLING }, { model, ...chat, ...chatHello, temperature: 0.3, top_p: 0.9 }],
];

describeRequests('a compatible server', startOpenAiServer, { kind: 'openai-compatible' }, [
  ...chatRows('gpt-oss:20b'),
  [
    'effort and seed, and no search',
    { model: 'qwen3', effort: 'low', seed: 7, webSearch: true },
    { model: 'qwen3', ...chat, ...chatHello, reasoning_effort: 'low', seed: 7 },
    ['webSearch'],
  ],
]);

describeRequests('Gemini', startOpenAiServer, { kind: 'gemini' }, [
  ...chatRows('gemini-2.5-flash'),
  [
    'JSON with a schema that lets it have more',
    { model: 'gemini-2.5-flash', format: { type: 'json', schema: OPEN } },
    {
      model: 'gemini-2.5-flash',
      ...chat,
      messages: [{ role: 'system', content: ASKED_OPEN }, ...chatHello.messages],
      response_format: { type: 'json_object' },
    },
  ],
  [
    'effort, and no seed',
    { model: 'gemini-2.5-pro', effort: 'high', seed: 7 },
    { model: 'gemini-2.5-pro', ...chat, ...chatHello, reasoning_effort: 'high' },
    ['seed'],
  ],
]);

const { stream, stream_options } = chat;
const openAiElsewhere = { stream, stream_options };
describeRequests('OpenAI’s models behind another address', startOpenAiServer, { kind: 'openai' }, [
  [
    'the newer name of the bound',
    { model: 'gpt-4o', sampling: SAMPLING },
    {
      model: 'gpt-4o',
      ...openAiElsewhere,
      ...chatHello,
      max_completion_tokens: 50,
      temperature: 0.3,
      top_p: 0.9,
    },
  ],
  [
    'a model without sampling',
    { model: 'gpt-5-mini', sampling: SAMPLING },
    { model: 'gpt-5-mini', ...openAiElsewhere, ...chatHello, max_completion_tokens: 50 },
    ['temperature', 'topP'],
  ],
]);

const responses = { max_output_tokens: 50, store: false, stream: true };
const input = [{ role: 'user', content: 'Hello' }];
const pictureInput = [
  {
    role: 'user',
    content: [
      { type: 'input_text', text: PICTURE_TEXT },
      { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
    ],
  },
];
const historyInput = [
  { role: 'user', content: 'Name a tree.' },
  { role: 'assistant', content: 'Oak.' },
  { role: 'user', content: 'More.' },
];

const thought = [
  { type: 'reasoning', encrypted_content: 'x' },
  { type: 'message', role: 'assistant' },
];

describeRequests('OpenAI', startResponsesServer, { kind: 'openai', api: 'responses' }, [
  ['plain, streamed', { model: 'gpt-4o' }, { model: 'gpt-4o', ...responses, input }],
  [
    'a system prompt',
    { model: 'gpt-4o', messages: SYSTEM },
    { model: 'gpt-4o', ...responses, instructions: 'Be brief.', input },
  ],
  ['history', { model: 'gpt-4o', messages: HISTORY }, { model: 'gpt-4o', ...responses, input: historyInput }],
  [
    'a turn with the state that the vendor gave with it',
    {
      model: 'o4-mini',
      messages: [
        { ...textMessage('assistant', 'Oak.'), state: { vendor: 'responses', value: thought } },
        textMessage('user', 'Hello'),
      ],
    },
    { model: 'o4-mini', ...responses, input: [...thought, ...input] },
  ],
  [
    'a picture, and what was read out of a file',
    { model: 'gpt-4o', messages: [PICTURE] },
    { model: 'gpt-4o', ...responses, input: pictureInput },
  ],
  [
    'JSON of any shape',
    { model: 'gpt-4o', format: { type: 'json' } },
    {
      model: 'gpt-4o',
      ...responses,
      input: [{ role: 'developer', content: ASKED }, ...input],
      text: { format: { type: 'json_object' } },
    },
  ],
  [
    'JSON with a schema that lets it have more',
    { model: 'gpt-4o', format: { type: 'json', schema: OPEN } },
    { model: 'gpt-4o', ...responses, input, text: { format: { type: 'json_schema', ...OPEN } } },
  ],
  [
    'JSON with a schema',
    { model: 'gpt-4o', format: { type: 'json', schema: SCHEMA } },
    {
      model: 'gpt-4o',
      ...responses,
      input,
      text: { format: { type: 'json_schema', ...SCHEMA, strict: true } },
    },
  ],
  [
    'sampling and a search, and no seed',
    { model: 'gpt-4.1', sampling: SAMPLING, webSearch: true, seed: 7 },
    { model: 'gpt-4.1', ...responses, input, temperature: 0.3, top_p: 0.9, tools: [{ type: 'web_search' }] },
    ['seed'],
  ],
  [
    'a model without sampling, which takes an effort',
    { model: 'gpt-5-mini', sampling: SAMPLING, effort: 'low' },
    {
      model: 'gpt-5-mini',
      ...responses,
      input,
      reasoning: { effort: 'low' },
      include: ['reasoning.encrypted_content'],
    },
    ['temperature', 'topP'],
  ],
  [
    'a model of which nothing is known takes no sampling',
    { model: 'gpt-unheard-of', sampling: { temperature: 1 } },
    { model: 'gpt-unheard-of', ...responses, input },
    ['temperature'],
  ],
  [
    'what stands for the user and names the cache, and how often it may search',
    { model: 'gpt-4.1', userId: 'u', cacheKey: 'c', webSearch: true, maxSearches: 3 },
    {
      model: 'gpt-4.1',
      ...responses,
      input,
      safety_identifier: 'u',
      prompt_cache_key: 'c',
      tools: [{ type: 'web_search' }],
      max_tool_calls: 3,
    },
  ],
  [
    'a bound below the least',
    { model: 'gpt-4o', maxOutputTokens: 5 },
    { model: 'gpt-4o', ...responses, input, max_output_tokens: 16 },
    ['maxOutputTokens'],
  ],
]);

const search = { tools: [{ type: 'web_search' }] };
const agent = { model: 'perplexity/sonar', ...responses, ...search };
describeRequests('Perplexity', startResponsesServer, { kind: 'perplexity' }, [
  ['nothing that names the user', { model: 'sonar', userId: 'u', cacheKey: 'c' }, { ...agent, input }],
  ['plain, streamed, with a search as ever', { model: 'sonar' }, { ...agent, input }],
  ['a preset', { model: 'sonar-pro' }, { preset: 'fast', ...responses, ...search, input }],
  ['no search', { model: 'sonar', webSearch: false }, { model: 'perplexity/sonar', ...responses, input }],
  ['a system prompt', { model: 'sonar', messages: SYSTEM }, { ...agent, instructions: 'Be brief.', input }],
  ['history', { model: 'sonar', messages: HISTORY }, { ...agent, input: historyInput }],
  ['a picture', { model: 'sonar', messages: [PICTURE] }, { ...agent, input: pictureInput }],
  [
    'JSON with a schema that lets it have more',
    { model: 'sonar', format: { type: 'json', schema: OPEN } },
    { ...agent, instructions: ASKED_OPEN, input },
  ],
  [
    'JSON with a schema',
    { model: 'sonar', format: { type: 'json', schema: SCHEMA } },
    { ...agent, instructions: ASKED, input, response_format: { type: 'json_schema', json_schema: SCHEMA } },
  ],
  [
    'sampling, and no seed',
    { model: 'sonar', sampling: SAMPLING, seed: 7 },
    { ...agent, input, temperature: 0.3, top_p: 0.9 },
    ['seed'],
  ],
]);

const claude = { model: 'claude-sonnet-4-6', max_tokens: 50, stream: true };
const hello = { messages: [{ role: 'user', content: 'Hello' }] };
describeRequests('Anthropic', startAnthropicServer, { kind: 'anthropic' }, [
  ['plain, streamed', { model: claude.model }, { ...claude, ...hello }],
  [
    'a system prompt',
    { model: claude.model, messages: SYSTEM },
    { ...claude, system: 'Be brief.', ...hello },
  ],
  ['history', { model: claude.model, messages: HISTORY }, { ...claude, messages: historyInput }],
  [
    'a picture before the text',
    { model: claude.model, messages: [PICTURE] },
    {
      ...claude,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
            { type: 'text', text: PICTURE_TEXT },
          ],
        },
      ],
    },
  ],
  [
    'JSON of any shape',
    { model: claude.model, format: { type: 'json' } },
    { ...claude, system: ASKED, ...hello },
  ],
  [
    'JSON with a schema that lets it have more',
    { model: claude.model, format: { type: 'json', schema: OPEN } },
    { ...claude, ...hello, system: ASKED_OPEN },
  ],
  [
    'JSON with a schema',
    { model: claude.model, format: { type: 'json', schema: SCHEMA } },
    { ...claude, ...hello, output_config: { format: { type: 'json_schema', schema: SCHEMA.schema } } },
  ],
  [
    'JSON with a schema for a model that has none',
    { model: 'claude-sonnet-4-0', format: { type: 'json', schema: SCHEMA } },
    {
      ...claude,
      model: 'claude-sonnet-4-0',
      ...hello,
      system: `${ASKED} It must fit this JSON schema: ${JSON.stringify(SCHEMA.schema)}`,
    },
  ],
  [
    'what stands for the user, and history to be kept',
    { model: claude.model, messages: [...SYSTEM.slice(0, 1), ...HISTORY], userId: 'u', cacheKey: 'c' },
    {
      ...claude,
      system: 'Be brief.',
      metadata: { user_id: 'u' },
      messages: [
        historyInput[0],
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'Oak.', cache_control: { type: 'ephemeral' } }],
        },
        historyInput[2],
      ],
    },
  ],
  [
    'a system prompt to be kept',
    { model: claude.model, messages: SYSTEM, cacheKey: 'c' },
    {
      ...claude,
      ...hello,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    },
  ],
  [
    'a model without sampling, which thinks as long as it is told',
    { model: claude.model, sampling: SAMPLING, effort: 'high', seed: 1 },
    { ...claude, ...hello, thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
    ['temperature', 'topP', 'seed'],
  ],
]);

test('more pictures than Anthropic takes are refused before anything is sent', async () => {
  const parts = Array.from({ length: 101 }, () => PICTURE.parts[1]).filter((part) => part !== undefined);
  const tooMany = sent(startAnthropicServer, { kind: 'anthropic' }, { messages: [{ role: 'user', parts }] });
  await expect(tooMany).rejects.toMatchObject({ kind: 'refused', sent: false, certain: true });
  expect(vendor?.log.stats.requests).toBe(0);
});
