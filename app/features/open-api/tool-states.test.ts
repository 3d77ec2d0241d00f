import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '~/core/shared/clock';
import { startAnsweringServer } from '../../../tests/vendors/answering-server';
import { v1Client, type V1Client } from '../../../tests/support/v1-client';

// What vendors want back with the calls of their tools, and unchanged clients of OpenAI's protocol drop.

let vendor: Awaited<ReturnType<typeof startAnsweringServer>>;
let v1: V1Client;
let callId: string;
/** The model that can’t be reached. */
let downModel: string | undefined;
beforeAll(async () => {
  vendor = await startAnsweringServer(({ url, body }) =>
    downModel !== undefined && body.includes(`"model":"${downModel}"`)
      ? { status: 503, pieces: ['{}'] }
      : { pieces: [sse(...(url.endsWith('/messages') ? anthropicCall(callId) : geminiCall(callId)))] },
  );
  v1 = await v1Client({
    ANTHROPIC_API_KEY: 'sk-ant-test-not-a-key',
    ANTHROPIC_BASE_URL: vendor.origin,
    GEMINI_API_KEY: 'test-not-a-key',
    GEMINI_BASE_URL: vendor.origin,
    PROVIDER_RETRY_SECONDS: '0',
  });
});
beforeEach(() => {
  callId = `call_${randomUUID()}`;
  downModel = undefined;
});
afterAll(async () => {
  expect((await v1.services.ledger.reconcile()).faults).toEqual([]);
  await v1.close();
  await vendor.close();
});

const sse = (...events: object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

const geminiCall = (id: string): object[] => [
  {
    choices: [
      {
        delta: {
          tool_calls: [
            {
              index: 0,
              id,
              type: 'function',
              function: { name: 'look', arguments: '{}' },
              extra_content: { google: { thought_signature: 'signed' } },
            },
          ],
        },
        finish_reason: 'stop',
      },
    ],
  },
  { choices: [], usage: { prompt_tokens: 9, completion_tokens: 9 } },
];

const anthropicCall = (id: string): object[] => [
  { type: 'message_start', message: { id: 'm', usage: { input_tokens: 9, output_tokens: 1 } } },
  {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'thinking', thinking: '', signature: '' },
  },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'signed' } },
  { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id, name: 'look', input: {} } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{}' } },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
  { type: 'message_stop' },
];

const CLAUDE = 'anthropic/claude-sonnet-5-5';
const GEMINI = 'gemini/gemini-3.8-flash';

type Ask = (body: Record<string, unknown>) => Promise<Response>;
const asUser: Ask = (body) => v1.post('/v1/chat/completions', body);

const question = { role: 'user', content: 'Look.' };
const tools = [
  { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
];
const firstRound = (model: string, rest: object = {}) =>
  asUser({ model, messages: [question], tools, reasoning_effort: 'low', ...rest });

/** The second round, as clients send it: the call by its id alone, and its result. Returns what the vendor got. */
async function secondRound(model: string, { ask = asUser, ...rest }: { ask?: Ask; models?: string[] } = {}) {
  const call = { id: callId, type: 'function', function: { name: 'look', arguments: '{}' } };
  const response = await ask({
    model,
    tools,
    reasoning_effort: 'low',
    ...rest,
    messages: [
      question,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: callId, content: 'A leaf.' },
    ],
  });
  expect(response.status).toBe(200);
  const { warnings } = (await response.json()) as { warnings: string[] };
  const sent = vendor.requests.at(-1)?.body ?? '';
  return { sent, warnings, body: JSON.parse(sent) as Record<string, unknown> };
}

describe('Anthropic’s thinking', () => {
  it('comes back with the results of tools, of a stream too, for 15 minutes', async () => {
    const stream = await firstRound(CLAUDE, { stream: true });
    expect(await stream.text()).toContain(callId);
    v1.services.pass(15 * MINUTE_MS - 1);
    const { body, warnings } = await secondRound(CLAUDE);
    expect(body).toMatchObject({
      thinking: {},
      messages: [{}, { content: [{ type: 'thinking', signature: 'signed' }, { type: 'tool_use' }] }, {}],
    });
    expect(warnings.join()).not.toContain('no longer known');
  });

  it('that is gone lets the turn go on without, and a warning says so', async () => {
    expect((await firstRound(CLAUDE)).status).toBe(200);
    v1.services.pass(15 * MINUTE_MS + 1);
    const { body, sent, warnings } = await secondRound(CLAUDE);
    expect(sent).not.toContain('signed');
    expect(body.thinking).toBeUndefined();
    expect(warnings.join()).toContain('no longer known');
  });

  it('is nobody else’s, whatever ids they send', async () => {
    expect((await firstRound(CLAUDE)).status).toBe(200);
    const other = await v1.as({ cents: 100 });
    const { sent } = await secondRound(CLAUDE, {
      ask: (body) => other('POST', '/v1/chat/completions', body),
    });
    expect(sent).not.toContain('signed');
  });
});

describe('Gemini’s thought signatures', () => {
  const signatureIn = ({ body }: { body: Record<string, unknown> }): unknown =>
    (body.messages as { tool_calls?: { extra_content: { google: { thought_signature: string } } }[] }[])[1]
      ?.tool_calls?.[0]?.extra_content.google.thought_signature;

  it('come back with the results of tools, and are left out once they are gone', async () => {
    expect((await firstRound(GEMINI)).status).toBe(200);
    expect(signatureIn(await secondRound(GEMINI))).toBe('signed');
    v1.services.pass(15 * MINUTE_MS + 1);
    expect(signatureIn(await secondRound(GEMINI))).toBe('skip_thought_signature_validator');
  });
});

describe('the state of a fallback that answered', () => {
  const OTHER_CLAUDE = 'anthropic/claude-haiku-5-5';
  const down = CLAUDE.replace('anthropic/', '');

  it('goes back to it, also as the fallback of the next round', async () => {
    downModel = down;
    expect((await firstRound(CLAUDE, { models: [GEMINI] })).status).toBe(200);
    expect((await secondRound(CLAUDE, { models: [GEMINI] })).sent).toContain('"thought_signature":"signed"');
    expect((await secondRound(GEMINI)).sent).toContain('"thought_signature":"signed"');
  });

  it('never goes to the model that was asked, even of the same vendor', async () => {
    downModel = down;
    expect((await firstRound(CLAUDE, { models: [OTHER_CLAUDE] })).status).toBe(200);
    expect((await secondRound(CLAUDE, { models: [OTHER_CLAUDE] })).sent).toContain('signed');
    downModel = undefined;
    expect((await secondRound(CLAUDE, { models: [OTHER_CLAUDE] })).sent).not.toContain('signed');
  });
});
