import { describe, expect, it } from 'vitest';
import {
  firstPromptOf,
  recoverExpiredTurn,
  isPending,
  turnsExceptDraft,
  reduceTurns,
  totalsOf,
  type Turn,
} from './turns';
import type { Reply } from './reply';

const turn = (key: string, change: Partial<Turn> = {}): Turn => ({
  key,
  request: {
    provider: 'demo',
    model: 'demo',
    prompt: `prompt ${key}`,
    maxOutputTokens: 64,
    doNotStoreContent: false,
  },
  modelName: 'Demo model',
  sentAtMs: 0,
  state: 'sending',
  text: '',
  ...change,
});

const reply: Reply = {
  text: 'Whole reply',
  provider: 'demo',
  model: 'demo',
  requestId: null,
  finishReason: 'stop',
  toolCalls: [],
  warnings: [],
  sources: [],
  usage: { inputTokens: 10, cachedTokens: 0, outputTokens: 20, reasoningTokens: 0, costUsd: 0.001385 },
  costCents: 0.1385,
  cacheSavedCents: 0,
  price: { inputPricePer1K: '0.0001', outputPricePer1K: '0.0004' },
  isFree: false,
};

describe('the thread', () => {
  it.each([{ isSignedOut: true }, { code: 'other_account' }])(
    'forgets that a session has ended, %j, and looks again for the reply to what the server had',
    (refusal) => {
      const failed = { state: 'failed', failure: { message: 'Log in.', ...refusal } } as const;
      const sent = turn('sent', { ...failed, hasStarted: true });
      expect(recoverExpiredTurn(sent, ['prompt sent'])).toMatchObject([
        { state: 'lost', failure: undefined },
      ]);
      expect(recoverExpiredTurn(turn('unsent', failed), ['prompt unsent'])).toEqual([]);
      expect(recoverExpiredTurn(turn('unsent', failed), [])).toMatchObject([
        { state: 'failed', failure: { message: 'This prompt was not sent.' } },
      ]);
      const other = turn('other', { ...failed, failure: { message: 'No.' } });
      expect(recoverExpiredTurn(other, [])).toEqual([other]);
    },
  );

  it('has the newest message first', () => {
    const turns = reduceTurns([turn('a')], { type: 'sent', turn: turn('b') });
    expect(turns.map(({ key }) => key)).toEqual(['b', 'a']);
  });

  it('shows what has arrived, and at the end exactly the reply that was charged', () => {
    let turns: readonly Turn[] = [turn('a'), turn('b')];
    turns = reduceTurns(turns, { type: 'started', key: 'a' });
    turns = reduceTurns(turns, {
      type: 'received',
      key: 'a',
      received: { text: 'Whole ', thinking: '' },
      atMs: 0,
    });
    expect(turns[0]).toMatchObject({ state: 'streaming', text: 'Whole ', hasStarted: true });
    turns = reduceTurns(turns, { type: 'answered', key: 'a', reply });
    expect(turns[0]).toMatchObject({ state: 'done', text: 'Whole reply' });
    expect(turns[1]).toEqual(turn('b'));
  });

  it('keeps the thinking beside the reply, with the time until the reply began', () => {
    const received = (turns: readonly Turn[], text: string, thinking: string, atMs: number) =>
      reduceTurns(turns, { type: 'received', key: 'a', received: { text, thinking }, atMs });
    let turns = received([turn('a')], '', 'First ', 1_000);
    turns = received(turns, '', 'this.', 5_000);
    expect(turns[0]).toMatchObject({ text: '', thinking: { text: 'First this.' } });
    turns = received(turns, 'Whole', '', 13_000);
    turns = reduceTurns(received(turns, ' reply', '', 20_000), {
      type: 'answered',
      key: 'a',
      reply,
      atMs: 21_000,
    });
    expect(turns[0]).toMatchObject({
      text: 'Whole reply',
      thinking: { text: 'First this.', startedAtMs: 1_000, endedAtMs: 13_000 },
    });
  });

  it('stays stopping until the end arrives, and an end is not stopped any more', () => {
    const stopping = reduceTurns([turn('a')], { type: 'stopping', key: 'a' });
    expect(reduceTurns(stopping, { type: 'started', key: 'a' })[0]?.state).toBe('stopping');
    const done = reduceTurns(stopping, { type: 'answered', key: 'a', reply });
    expect(reduceTurns(done, { type: 'stopping', key: 'a' })[0]?.state).toBe('done');
  });

  it('counts as pending until it is done or failed', () => {
    const failed = reduceTurns([turn('a')], { type: 'failed', key: 'a', failure: { message: 'No.' } });
    expect(failed.some(isPending)).toBe(false);
    expect(reduceTurns([turn('a')], { type: 'lost', key: 'a' }).every(isPending)).toBe(true);
  });

  it('is saved without the message whose prompt is back in the box, unless a part of its reply came', () => {
    const failed = turn('a', { state: 'failed' });
    const partly = turn('a', { state: 'failed', text: 'Begun' });
    expect(turnsExceptDraft([failed, turn('b', { reply })], 'prompt a')).toMatchObject([{ key: 'b' }]);
    expect(turnsExceptDraft([failed], 'something else')).toEqual([failed]);
    expect(turnsExceptDraft([partly], 'prompt a')).toEqual([partly]);
  });

  it('gives the prompt back that a continuation began with, as its author wrote it', () => {
    const redactions = [{ placeholder: '[redacted]', text: 'ada@example.org' }];
    const first = turn('a', { redactions });
    first.request.prompt = 'Write to [redacted].';
    const { request } = turn('b');
    const second = turn('b', {
      redactions,
      request: {
        ...request,
        prompt: 'Continue.',
        continues: { prompt: first.request.prompt, reply: 'Dear' },
      },
    });
    expect([first, second].map(firstPromptOf)).toEqual(Array(2).fill('Write to ada@example.org.'));
  });

  it('sums up every reply once', () => {
    const turns = [turn('a', { reply }), turn('b'), turn('c', { reply })];
    expect(totalsOf(turns)).toEqual({ requests: 2, inputTokens: 20, outputTokens: 40, costUsd: 0.00277 });
    const fetchedAgain = reduceTurns(turns, { type: 'answered', key: 'a', reply });
    expect(totalsOf(fetchedAgain)).toEqual(totalsOf(turns));
  });

  it('is empty after a reset, and a late answer does not bring it back', () => {
    const cleared = reduceTurns([turn('a')], { type: 'cleared', sessionId: 's2' });
    expect(reduceTurns(cleared, { type: 'answered', key: 'a', reply })).toEqual([]);
  });
});
