import { expect, it } from 'vitest';
import { parseThread } from '~/features/sessions';
import type { Reply } from './reply';
import { entriesOf, turnsOf } from './saved-thread';
import { totalsOf, type Turn } from './turns';

const REPLY: Reply = {
  text: 'Pears.',
  provider: 'openai',
  model: 'gpt-4o-mini',
  requestId: 'r1',
  finishReason: 'stop',
  toolCalls: [],
  warnings: [],
  sources: [{ url: 'https://example.org', title: 'Pears' }],
  usage: { inputTokens: 12, cachedTokens: 0, outputTokens: 4, reasoningTokens: 0, costUsd: 0.000123 },
  costCents: 0.0123,
  cacheSavedCents: 0,
  price: { inputPricePer1K: '0.00015', outputPricePer1K: '0.0006' },
  isFree: false,
};
const request = {
  provider: 'openai',
  model: 'gpt-4o-mini',
  prompt: 'Dessert?',
  maxOutputTokens: 512,
  doNotStoreContent: false,
};
const TURN: Turn = {
  key: 'k1',
  request,
  modelName: 'GPT-4o mini',
  sentAtMs: 1_000,
  state: 'done',
  text: 'Pears.',
  thinking: { text: 'Fruit, then.', startedAtMs: 1_100, endedAtMs: 1_900 },
  answeredAtMs: 2_000,
  reply: REPLY,
};

const savedAndLoaded = (turns: readonly Turn[]): Turn[] =>
  turnsOf(parseThread(JSON.stringify(entriesOf(turns))) ?? []);

it('a thread comes back as it was saved, and costs what it did', () => {
  const turns = [{ ...TURN, key: 'k2', request: { ...request, doNotStoreContent: true } }, TURN];
  expect(savedAndLoaded(turns)).toEqual(turns);
  expect(totalsOf(savedAndLoaded(turns))).toEqual(totalsOf(turns));
});

it('a message without a reply comes back to be tried again, never as one under way', () => {
  const sent = { request, modelName: 'GPT-4o mini', sentAtMs: 1_000 };
  const turns: Turn[] = [
    { ...sent, key: 'k2', state: 'failed', text: '', failure: { message: 'Refused' } },
    { ...sent, key: 'k3', state: 'streaming', text: 'Pea' },
  ];
  expect(savedAndLoaded(turns)).toMatchObject([
    { key: 'k2', state: 'failed', failure: { message: 'No reply was saved with this message.' } },
    { key: 'k3', state: 'failed', text: '' },
  ]);
});

it('a thread that a script has saved is shown without what it does not say', () => {
  const turns = turnsOf(
    parseThread(
      JSON.stringify([
        { role: 'ai', text: 'Nobody asked', label: 'A model' },
        { role: 'user', text: 'Dessert?' },
        { role: 'ai', text: 'Pears.', label: 'A model' },
        { role: 'ai', text: 'Or plums.', label: 'Another' },
      ]),
    ) ?? [],
  );
  expect(
    turns.map(({ request: { prompt }, text, modelName, state }) => [prompt, text, modelName, state]),
  ).toEqual([
    ['', 'Nobody asked', 'A model', 'done'],
    ['Dessert?', 'Pears.', 'A model', 'done'],
    ['', 'Or plums.', 'Another', 'done'],
  ]);
  expect(turns.every(({ reply }) => reply === undefined)).toBe(true);
});

it('hostile parts of a thread do no harm: keys that are not their own, times of no calendar, replies of no shape', () => {
  const sent = { key: 'same', provider: 'x', model: 'y', maxOutputTokens: 1, doNotStoreContent: false };
  const turns = turnsOf(
    parseThread(
      JSON.stringify([
        { role: 'user', text: 'One', atMs: 1e300, sent },
        {
          role: 'ai',
          text: 'A',
          atMs: -1e300,
          reply: { usage: { inputTokens: 1, outputTokens: 1, costUsd: 1 } },
        },
        { role: 'user', text: 'Two', sent },
        { role: 'user', text: 'Three', sent: { key: 7 } },
      ]),
    ) ?? [],
  );
  expect(new Set(turns.map(({ key }) => key)).size).toBe(3);
  expect(turns[0]).toMatchObject({ sentAtMs: 0, answeredAtMs: 0, text: 'A' });
  expect(turns[0]?.reply).toBeUndefined();
});
