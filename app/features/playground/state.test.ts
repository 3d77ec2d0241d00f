import { describe, expect, it } from 'vitest';
import {
  initialState,
  reducePlayground,
  selectMultiSend,
  selectPending,
  type PlaygroundAction,
  type PlaygroundState,
  type QueuedTurn,
} from './state';
import { newTurn } from './turns';

const SETTINGS = {
  model: 'demo demo',
  maxTokens: 100,
  usesRaise: true,
  doNotStore: false,
  instructions: '',
  options: { temperature: null, effort: null, webSearch: null, json: false },
  chat: null,
};
const FAILED = { message: 'Failed' };

const queued = (modelName: string): QueuedTurn => ({
  turn: newTurn(
    { provider: 'demo', model: modelName, prompt: 'Hello', maxOutputTokens: 100, doNotStoreContent: false },
    modelName,
  ),
  extras: {},
  notes: undefined,
});
const ROUND = [queued('A'), queued('B'), queued('C')] as const;
const [A, B, C] = ROUND;

const after = (...actions: readonly PlaygroundAction[]): PlaygroundState =>
  actions.reduce(reducePlayground, initialState(SETTINGS));
const sending = ({ turn }: QueuedTurn): readonly PlaygroundAction[] => [
  { type: 'queue-advanced' },
  { type: 'sent', turn },
];
const shown = (state: PlaygroundState) =>
  selectMultiSend(state).replies.map(({ turn, isWaiting }) => [
    turn.modelName,
    isWaiting ? 'waits' : turn.state,
  ]);

describe('a multi-send', () => {
  const started = { type: 'multi-send-started', round: ROUND } as const;

  it('shows each model as it waits, and as it replies', () => {
    expect(shown(after(started))).toEqual([
      ['A', 'waits'],
      ['B', 'waits'],
      ['C', 'waits'],
    ]);
    const state = after(started, ...sending(A));
    expect(shown(state)[0]).toEqual(['A', 'sending']);
    expect(selectPending(state)?.key).toBe(A.turn.key);
    expect(selectMultiSend(state).isRunning).toBe(true);
  });

  it('ends with its last reply, and leaves out turns that were removed', () => {
    const state = after(
      started,
      ...ROUND.flatMap((each) => [
        ...sending(each),
        { type: 'failed', key: each.turn.key, failure: FAILED } as const,
      ]),
      { type: 'removed', key: B.turn.key },
    );
    expect(selectMultiSend(state).isRunning).toBe(false);
    expect(shown(state).map(([name]) => name)).toEqual(['A', 'C']);
  });

  it('keeps what was sent when the rest is canceled', () => {
    const state = after(started, ...sending(A), { type: 'queue-canceled' });
    expect(shown(state)).toEqual([['A', 'sending']]);
    expect(state.queue).toEqual([]);
  });

  it('sends nothing more once another session is opened', () => {
    const state = after(started, ...sending(A), { type: 'restored', turns: [], sessionId: 's2' });
    expect(state.queue).toEqual([]);
    expect(selectMultiSend(state)).toEqual({ replies: [], isRunning: false });
  });

  it('sends a failed turn again in its place', () => {
    const again = queued('B');
    const state = after(
      started,
      ...sending(A),
      ...sending(B),
      { type: 'failed', key: B.turn.key, failure: FAILED },
      { type: 'multi-send-retried', failedKey: B.turn.key, again },
    );
    expect(shown(state).map(([name]) => name)).toEqual(['A', 'B', 'C']);
    expect(state.queue).toEqual([C, again]);
    expect(state.turns.map(({ key }) => key)).toEqual([A.turn.key]);
  });

  it('can be dismissed while its replies stay in the thread, and is cleared with the page', () => {
    const dismissed = after(started, ...sending(A), { type: 'multi-send-dismissed' });
    expect([dismissed.round, dismissed.turns.length]).toEqual([[], 1]);
    const cleared = after(started, ...sending(A), { type: 'cleared', sessionId: 's2' });
    expect([cleared.turns, cleared.round, cleared.queue]).toEqual([[], [], []]);
  });
});

it('a changed setting leaves the others, and the thread, as they are', () => {
  const state = after(
    { type: 'sent', turn: A.turn },
    { type: 'settings-changed', changes: { doNotStore: true } },
  );
  expect(state.settings).toEqual({ ...SETTINGS, doNotStore: true });
  expect(state.turns).toEqual([A.turn]);
});

it('an edited message stays marked until something is sent, or another session is opened', () => {
  const editing = [
    { type: 'sent', turn: A.turn },
    { type: 'editing', key: A.turn.key },
  ] as const;
  expect(after(...editing, { type: 'kept', key: A.turn.key }).editing).toBe(A.turn.key);
  expect(after(...editing, { type: 'sent', turn: B.turn }).editing).toBeNull();
  expect(after(...editing, { type: 'cleared', sessionId: 's2' }).editing).toBeNull();
});
