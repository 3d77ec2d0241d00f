import { describe, expect, it } from 'vitest';
import { endingOf } from '../host.js';
import { runScript } from '../test-support/run-script.js';
import { isReusable } from './reply-problem.js';

describe('a reply', () => {
  it('is a text without the blanks and line ends around it', async () => {
    const body = 'PROMPT "a"\nRUN\nGET A\nIF A = "yes"\nSET B = "[" + A + "]"\nEND_IF\nTRACK B\nOUTPUT o.csv';
    const outcome = await runScript(body, { replies: [' \r\nYes\n\n'] });
    expect(outcome).toMatchObject({ reply: 'Yes', tracked: ['[Yes]'], result: { reply: 'Yes' } });
  });

  it('that is not a number fails its transaction when it is compared, with the value', async () => {
    const body = 'PROMPT "a"\nRUN\nGET A\nIF A < 10\nSKIP\nEND_IF';
    const { result } = await runScript(body, { replies: ['about nine'] });
    expect(result).toMatchObject({
      status: 'failed',
      reason: '< needs numbers, and "about nine" is not a number.',
    });
  });

  it('that never came is the reason, not the comparison that wanted it', async () => {
    const body = 'PROMPT "a"\nRUN\nRETRY 1\nGET A\nIF A < 10\nSKIP\nEND_IF';
    const { result } = await runScript(body, { replies: [{ failed: 'Refused.' }] });
    expect(result).toMatchObject({ status: 'failed', reason: 'Refused.' });
  });
});

describe('a reply that a later statement cannot use', () => {
  it.each([
    ['GET', 'GET A FROM JSON "score"'],
    ['IF', 'GET A\nSET B = A\nIF B < 10\nSET C = 1\nEND_IF'],
    ['LOOP', 'GET A\nLOOP WHILE A > 10\nBREAK\nEND_LOOP'],
  ])(
    'is asked for anew when the transaction is run again, and not taken from a store: %s',
    async (_, use) => {
      const body = `PROMPT "a"\nRUN CACHE\n${use}`;
      const [json, number] = ['{"score": 9}', '9'];
      const earlier = (await runScript(body, { replies: ['about nine'] })).result;
      expect(earlier).toMatchObject({ status: 'failed', failedRuns: [], badReplies: ['0/0/1'] });
      const reply = use.includes('JSON') ? json : number;
      const { asks, result } = await runScript(body, { earlier, replies: [reply] });
      expect(result).toMatchObject({ status: 'succeeded', failedRuns: [], badReplies: ['0/0/1'] });
      expect(asks).toMatchObject([{ key: 'x/1/1/0/0/0/2', reuse: 'none' }]);
    },
  );

  it.each([
    ['{COL1}', 'run', 1],
    ['{INPUT}', 'none', 2],
    ['{A}', 'none', 2],
  ])('is asked for with what was made of it, and nothing else: %s', async (second, reuse, times) => {
    const body = `STEP\nPROMPT "score"\nRUN\nGET A\nSTEP\nPROMPT "${second}"\nRUN\nIF A < 10\nSET C = 1\nEND_IF`;
    const row = { Name: 'Ann' };
    const earlier = (await runScript(body, { row, replies: ['about nine', 'Well done.'] })).result;
    const { asks } = await runScript(body, { row, earlier, replies: ['9', 'Well done.'] });
    expect(asks.map(({ key, reuse: of }) => [key, of])).toEqual([
      ['x/1/1/1/0/0/2', 'none'],
      [`x/1/1/2/1/1/${times}`, reuse],
    ]);
  });

  it('is none where the row itself is at fault', async () => {
    const body = 'PROMPT "a"\nRUN\nIF COL1 < 10\nSET C = 1\nEND_IF';
    const { result } = await runScript(body, { row: { Score: 'nine' } });
    expect(result.status).toBe('failed');
    expect(result.badReplies).toBeUndefined();
  });
});

describe('FORMAT json', () => {
  it('refuses prose in every branch that may lead to its OUTPUT', async () => {
    const branches = 'IF COL1 = "a"\nPROMPT "a"\nRUN\nELSE\nPROMPT "b"\nRUN\nEND_IF';
    for (const cell of ['a', 'b']) {
      const { asks, result } = await runScript(`${branches}\nOUTPUT o.csv FORMAT json`, {
        row: { Kind: cell },
        replies: ['About nine.'],
      });
      expect(asks).toMatchObject([{ json: true }]);
      expect(result).toMatchObject({ status: 'failed', reason: 'The reply is not JSON: "About nine.".' });
    }
  });
});

describe('JSON that was not what was asked for', () => {
  const body = 'PROMPT "Grade it."\nRUN\nGET S FROM JSON "score"\nOUTPUT o.csv FORMAT json FIELDS grade';

  it('is taken from prose, once it has all that FIELDS names and GET reads', async () => {
    const { result } = await runScript(body, { replies: ['Well done. {"grade": "A", "score": 9} Bye.'] });
    expect(result).toMatchObject({ status: 'succeeded', runs: 1 });
  });

  it('is asked for anew with the reason, by a retry of the script', async () => {
    const replies = ['{"grade": "A"}', '{"grade": "A", "score": 9}'];
    const { asks, result } = await runScript(`ERROR RETRY 1\n${body}`, { replies });
    expect(result.status).toBe('succeeded');
    expect(asks.map(({ refusal }) => refusal)).toEqual([
      undefined,
      'The reply is missing score; it has grade.',
    ]);
    expect(result.prompt).toBe('Grade it.');
  });

  it('is asked for anew with the reason when failed transactions are run again', async () => {
    const earlier = (await runScript(body, { replies: ['About nine.'] })).result;
    const { asks } = await runScript(body, { earlier, replies: ['{"grade": "A", "score": 9}'] });
    expect(asks).toMatchObject([{ key: 'x/1/1/0/0/0/2' }]);
    expect(asks[0]?.refusal).toBe('The reply is not JSON: "About nine.".');
  });

  it('says nothing of what the provider or another RUN has failed with', async () => {
    const both = `PROMPT "One"\nRUN\n${JSON_TAKER}PROMPT "Two"\nRUN RETRY 1\n${JSON_TAKER}`;
    const replies = ['{"a": 1}', { failed: 'Refused.' }, '{"a": 2}'];
    const { asks } = await runScript(both, { replies });
    expect(asks.map(({ prompt, refusal }) => [prompt, refusal])).toEqual([
      ['One', undefined],
      ['Two', undefined],
      ['Two', undefined],
    ]);
  });
});

const JSON_TAKER = 'OUTPUT o.csv FORMAT json\n';

describe('a reply that was cut off', () => {
  const half = { text: '{"a": 1', finish: 'length' } as const;

  it('is kept, marks its transaction, and sets CUTOFF', async () => {
    const body = 'PROMPT "a"\nRUN\nSET A = CUTOFF\nPROMPT "b"\nRUN\nTRACK A, CUTOFF\nOUTPUT o.csv';
    const outcome = await runScript(body, { replies: [half, 'whole'] });
    expect(outcome).toMatchObject({ reply: 'whole', tracked: [1, 0] });
    expect(outcome.result).toMatchObject({
      status: 'succeeded',
      reason: 'cut off at 5 tokens',
      isCutOff: true,
    });
  });

  it('is a failure where it should be JSON, and no mark stays when a retry has cured it', async () => {
    const body = 'PROMPT "a"\nRUN\nOUTPUT o.csv FORMAT json';
    const { result } = await runScript(body, { replies: [half] });
    expect(result).toMatchObject({
      status: 'failed',
      reason: 'The reply was cut off at 5 tokens, before its JSON ended.',
    });
    const cured = await runScript(`ERROR RETRY 1\n${body}`, { replies: [half, '{"a": 1}'] });
    expect(cured.result.status).toBe('succeeded');
    expect(cured.result.isCutOff).toBeUndefined();
  });
});

describe('a reply whose connection broke', () => {
  const half = { text: 'Once upon', finish: 'interrupted' } as const;

  it('is kept, marks its transaction, and sets CUTOFF', async () => {
    const { result, tracked } = await runScript('PROMPT "a"\nRUN\nTRACK CUTOFF\nOUTPUT o.csv', {
      replies: [half],
    });
    const reason = 'cut off after 5 tokens: the provider’s connection was lost';
    expect(result).toMatchObject({ status: 'succeeded', reason, isCutOff: true, reply: 'Once upon' });
    expect(tracked).toEqual([1]);
  });

  it('is a failure where it should be JSON', async () => {
    const { result } = await runScript('PROMPT "a"\nRUN\nOUTPUT o.csv FORMAT json', { replies: [half] });
    expect(result.reason).toBe('The provider’s connection was lost before the reply’s JSON ended.');
  });

  it('answers no identical request', () => {
    const ending = endingOf('interrupted', []);
    expect(isReusable({ json: false }, { text: 'Once upon', outputTokens: 5, ...ending })).toBe(false);
  });
});

describe('a reply that the vendor filtered', () => {
  it('is a failure, is paid, and is asked again', async () => {
    const filtered = { text: 'Once upon', finish: 'filtered' } as const;
    const given = await runScript('PROMPT "a"\nRUN', { replies: [filtered] });
    expect(given.result).toMatchObject({
      status: 'failed',
      reason: 'The vendor’s safety rules blocked the reply.',
      costMicroUsd: 7,
    });
    const again = await runScript('PROMPT "a"\nRUN RETRY 1\nOUTPUT o.csv', { replies: [filtered, 'whole'] });
    expect(again).toMatchObject({ reply: 'whole', result: { status: 'succeeded', costMicroUsd: 14 } });
  });
});

describe('a reply without text, which the vendor charges when there were too many of them', () => {
  it.each([
    [' ', 'The reply has no text.'],
    [{ text: '', finish: 'length' }, 'The reply reached 5 tokens before it had any text.'],
  ] as const)('%j is a failure, is paid, and is asked again', async (empty, reason) => {
    const given = await runScript('PROMPT "a"\nRUN', { replies: [empty] });
    expect(given.result).toMatchObject({ status: 'failed', reason, costMicroUsd: 7 });
    const again = await runScript('PROMPT "a"\nRUN RETRY 1\nOUTPUT o.csv', { replies: [empty, 'whole'] });
    expect(again).toMatchObject({ reply: 'whole', result: { status: 'succeeded', costMicroUsd: 14 } });
    expect(isReusable({ json: false }, { text: '', outputTokens: 5 })).toBe(false);
  });
});
