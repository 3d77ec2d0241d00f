import { afterEach, describe, expect, it } from 'vitest';
import { isSigned, startAnsweringServer, type GivenAnswer } from '../../../tests/vendors/answering-server';
import { complete } from './complete.js';
import { textMessage, type AiProvider, type ProviderRequest } from './contract.js';
import { createProviders, type ProviderRegistry } from './registry.js';
import { framesOf } from './test-support/bedrock-frames.js';
import { call as usualCall, failureOf, get } from './test-support/provider-test-kit.js';

const REGION = 'us-east-1';
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const MODEL = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const ANSWER = [
  ['messageStart', { role: 'assistant' }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: 'Chlorophyll.' } } }],
  ['contentBlockDelta', { contentBlockIndex: 1, delta: { text: 'Blätter sind ' } }],
  ['contentBlockDelta', { contentBlockIndex: 1, delta: { text: 'grün 🌿.' } }],
  ['contentBlockStop', { contentBlockIndex: 1 }],
  ['messageStop', { stopReason: 'end_turn' }],
  [
    'metadata',
    {
      usage: {
        inputTokens: 10,
        outputTokens: 7,
        totalTokens: 47,
        cacheReadInputTokens: 20,
        cacheWriteInputTokens: 10,
      },
      metrics: { latencyMs: 5 },
    },
  ],
] as const;

let server: Awaited<ReturnType<typeof startAnsweringServer>> | undefined;
let registry: ProviderRegistry | undefined;
afterEach(async () => {
  await registry?.close();
  await server?.close();
});

async function connect(
  answer: GivenAnswer | (() => GivenAnswer),
  apiKey = 'bedrock-api-key-of-tests',
): Promise<AiProvider> {
  server = await startAnsweringServer(() => (typeof answer === 'function' ? answer() : answer));
  const setting = {
    key: 'it',
    kind: 'bedrock',
    region: REGION,
    apiKey,
    baseUrl: server.origin,
    allowPrivate: true,
  } as const;
  registry = createProviders([setting], { patience: { firstWaitMs: 1 } });
  return get(registry);
}
const call = (changes: Partial<ProviderRequest> = {}): ProviderRequest =>
  usualCall({ model: MODEL, ...changes });
const whole = framesOf(...ANSWER);

describe('an answer of Bedrock', () => {
  const EXPECTED = {
    text: 'Blätter sind grün 🌿.',
    reasoning: 'Chlorophyll.',
    finishReason: 'stop',
    usage: { input: { total: 40, cacheRead: 20, cacheWrite: 10 }, output: { total: 7 }, source: 'reported' },
  };

  it('is read whole', async () => {
    expect(await complete(await connect({ pieces: [whole] }), call())).toMatchObject(EXPECTED);
  });

  it('is read cut at every byte', async () => {
    const provider = await connect({ pieces: Array.from(whole, (byte) => Buffer.of(byte)) });
    expect(await complete(provider, call())).toMatchObject(EXPECTED);
  });

  it.each([
    ['max_tokens', 'length'],
    ['guardrail_intervened', 'filtered'],
  ])('that ends with %s is %s', async (stopReason, reason) => {
    const events = ANSWER.map((event) =>
      event[0] === 'messageStop' ? (['messageStop', { stopReason }] as const) : event,
    );
    expect(await complete(await connect({ pieces: [framesOf(...events)] }), call())).toMatchObject({
      finishReason: reason,
    });
  });
});

describe('a request to Bedrock', () => {
  it('carries an API key as it is, and says everything as Converse has it', async () => {
    const provider = await connect({ pieces: [whole] });
    const messages = [textMessage('system', 'Be brief.'), textMessage('user', 'Why?')];
    await complete(
      provider,
      call({ model: 'amazon.nova-pro-v1:0', messages, sampling: { temperature: 0.5, topP: 0.9 } }),
    );
    const [request] = server?.requests ?? [];
    expect(request).toMatchObject({ method: 'POST', url: '/model/amazon.nova-pro-v1%3A0/converse-stream' });
    expect(request?.headers.authorization).toBe('Bearer bedrock-api-key-of-tests');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      system: [{ text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ text: 'Why?' }] }],
      inferenceConfig: { maxTokens: 200, temperature: 0.5, topP: 0.9 },
    });
  });

  it.each([
    ['an access key', `AKIAIOSFODNN7EXAMPLE:${SECRET}`, undefined],
    ['temporary credentials', `ASIAIOSFODNN7EXAMPLE:${SECRET}:a/session+token==`, 'a/session+token=='],
  ])('is signed with %s', async (_, apiKey, token) => {
    await complete(await connect({ pieces: [whole] }, apiKey), call());
    const [request = expect.unreachable()] = server?.requests ?? [];
    expect(isSigned(request, SECRET, REGION)).toBe(true);
    expect(isSigned({ ...request, body: `${request.body} ` }, SECRET, REGION)).toBe(false);
    expect(request.headers['x-amz-security-token']).toBe(token);
    expect(JSON.stringify(request)).not.toContain(SECRET);
  });

  it('carries pictures and documents as they are, each document under a name of its own', async () => {
    const provider = await connect({ pieces: [whole] });
    const file = (mimeType: string, ...bytes: number[]) =>
      ({ type: 'file', mimeType, name: 'Zeugnis (2).pdf', data: { bytes: Uint8Array.from(bytes) } }) as const;
    await complete(
      provider,
      call({
        messages: [
          {
            role: 'user',
            parts: [{ type: 'text', text: 'Read.' }, file('application/pdf', 1), file('image/png', 2)],
          },
          textMessage('assistant', 'Read.'),
          {
            role: 'user',
            parts: [file('application/pdf', 3), file('image/jpeg', 4), { type: 'text', text: 'Compare.' }],
          },
        ],
      }),
    );
    const document = (name: string, bytes: string) => ({
      document: { format: 'pdf', name, source: { bytes } },
    });
    const image = (format: string, bytes: string) => ({ image: { format, source: { bytes } } });
    expect(JSON.parse(server?.requests[0]?.body ?? '')).toMatchObject({
      messages: [
        { role: 'user', content: [document('document 1', 'AQ=='), image('png', 'Ag=='), { text: 'Read.' }] },
        { role: 'assistant', content: [{ text: 'Read.' }] },
        {
          role: 'user',
          content: [document('document 2', 'Aw=='), image('jpeg', 'BA=='), { text: 'Compare.' }],
        },
      ],
    });
  });

  it('for the models names those of the region and its inference profiles', async () => {
    const lists: GivenAnswer[] = [
      { pieces: [JSON.stringify({ modelSummaries: [{ modelId: 'amazon.nova-pro-v1:0' }] })] },
      { pieces: [JSON.stringify({ inferenceProfileSummaries: [{ inferenceProfileId: MODEL }] })] },
    ];
    const provider = await connect(
      () => lists.shift() ?? expect.unreachable(),
      `AKIAIOSFODNN7EXAMPLE:${SECRET}`,
    );
    expect(await provider.listModels()).toEqual(['amazon.nova-pro-v1:0', MODEL]);
    expect(server?.requests.every((request) => isSigned(request, SECRET, REGION))).toBe(true);
  });
});

describe('a failure of Bedrock', () => {
  it.each<[string, GivenAnswer, object]>([
    [
      'a throttled request',
      { status: 429, pieces: ['{"message":"Too many requests, please wait before trying again."}'] },
      { kind: 'rate_limited', certain: true, status: 429 },
    ],
    [
      'a refused key',
      { status: 403, pieces: ['{"Message":"The security token included in the request is invalid."}'] },
      { kind: 'unauthorised', certain: true },
    ],
    [
      'an unknown model',
      { status: 400, pieces: ['{"message":"The provided model identifier is invalid."}'] },
      { kind: 'refused', certain: true },
    ],
    [
      'an exception in mid-answer',
      { pieces: [framesOf(ANSWER[2], ['modelStreamErrorException', { message: 'Broken' }, 'exception'])] },
      { certain: false, received: { text: 'Blätter sind ' } },
    ],
    [
      'an answer that breaks off',
      { pieces: [framesOf(...ANSWER.slice(0, 4))] },
      { kind: 'connection_lost', certain: false },
    ],
    ['a web page under 200', { pieces: ['<!doctype html><title>Sign in</title>'] }, { kind: 'bad_answer' }],
    ['a damaged frame', { pieces: [Buffer.from(whole).fill(0x41, 20, 24)] }, { kind: 'bad_answer' }],
  ])('is told: %s', async (_, answer, failure) => {
    expect(await failureOf(await connect(answer), call())).toMatchObject(failure);
  });
});
