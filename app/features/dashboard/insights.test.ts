import { describe, expect, it } from 'vitest';
import { cheaperModel, mostExpensiveKind, unusualDays, type DaySums, type ModelSums } from './insights';
import { sumOf, type Sums } from './sums';

const sums = (figures: Partial<Sums>): Sums => ({ ...sumOf([]), ...figures });
const kind = (name: string, requests: number, costMicroUsd: number) => ({
  name,
  sums: sums({ requests, costMicroUsd, outputTokens: requests * 300 }),
});

describe('the most expensive kind of prompt', () => {
  it('is named with its share and what others cost', () => {
    const insight = mostExpensiveKind([kind('Coding', 10, 200_000), kind('Teaching', 40, 100_000)]);
    expect(insight?.title).toBe('Your most expensive category: Coding');
    expect(insight?.sentence).toBe(
      '10 requests made up 67% of your spending: 2.00¢ each on average, compared with 0.25¢ for everything else.',
    );
    expect(insight?.figures).toEqual([
      { label: 'Coding', requests: 10, replyTokens: 300, costMicroUsd: 200_000 },
      { label: 'Teaching', requests: 40, replyTokens: 300, costMicroUsd: 100_000 },
    ]);
  });

  it.each([
    ['there is only one', [kind('Coding', 10, 200_000)]],
    ['nothing was spent', [kind('Coding', 10, 0), kind('Teaching', 10, 0)]],
    ['it is used rarely', [kind('Coding', 4, 200_000), kind('Teaching', 40, 100_000)]],
    ['its share is small', [kind('Coding', 5, 50_000), kind('Teaching', 400, 1_000_000)]],
    ['both read as less than a tenth of a cent', [kind('Coding', 8, 600), kind('Teaching', 30, 240)]],
    ['each costs the same', [kind('Coding', 10, 100_000), kind('Teaching', 10, 100_000)]],
    ['there is nothing', []],
  ])('is not named when %s', (_why, kinds) => {
    const insight = mostExpensiveKind(kinds);
    expect(insight?.title).not.toBe('Your most expensive category: Coding');
  });
});

const model = (name: string, figures: Partial<Sums>, microUsdPerToken: number | null = 1): ModelSums => ({
  provider: 'openai',
  model: name.toLowerCase(),
  name,
  sums: sums(figures),
  priceFor:
    microUsdPerToken === null
      ? null
      : ({ inputTokens, outputTokens }) => (inputTokens + outputTokens) * microUsdPerToken,
});
const DEAR = { requests: 20, inputTokens: 2_000, outputTokens: 10_000, costMicroUsd: 440_000 };

describe('a cheaper model', () => {
  it('is one whose replies were as long, at its own price for the same tokens', () => {
    const cheap = model('Mini', { requests: 30, outputTokens: 30 * 480, costMicroUsd: 10_000 });
    const insight = cheaperModel([model('Claude', DEAR, 40), cheap]);
    expect(insight?.title).toBe('Consider Mini instead of Claude');
    expect(insight?.sentence).toBe(
      'Its replies were about as long: 480 tokens on average, compared with 500 from Claude. Your 20 requests to Claude cost 44.00¢; at Mini’s price they would have cost 1.20¢.',
    );
    expect(insight?.figures.map(({ label }) => label)).toEqual(['Claude', 'Mini']);
  });

  it.each([
    ['its replies were shorter', { requests: 30, outputTokens: 30 * 440 }, 1],
    ['it was hardly used', { requests: 4, outputTokens: 4 * 600 }, 1],
    ['it has no price today', { requests: 30, outputTokens: 30 * 600 }, null],
    ['it saves next to nothing', { requests: 30, outputTokens: 30 * 600 }, 36],
  ])('is not named when %s', (_why, figures, price) => {
    expect(cheaperModel([model('Claude', DEAR, 40), model('Mini', figures, price)])).toBeNull();
  });

  it('is not looked for in place of what was free', () => {
    const free = model('Flash', { ...DEAR, freeRequests: 18 });
    expect(cheaperModel([free, model('Mini', { requests: 30, outputTokens: 30_000 }, 0)])).toBeNull();
  });
});

const day = (name: string, costMicroUsd: number, mainModel = 'Claude'): DaySums => ({
  name,
  mainModel: () => mainModel,
  sums: sums({ requests: 3, costMicroUsd }),
});

describe('an unusual day', () => {
  const usual = [day('Nov 1', 20_000), day('Nov 2', 30_000), day('Nov 3', 0), day('Nov 4', 25_000)];

  it('cost several times what a usual one does; days without spending do not count', () => {
    const [insight, ...others] = unusualDays([...usual, day('Nov 5', 300_000)]);
    expect(others).toEqual([]);
    expect(insight?.title).toBe('Nov 5 was unusual');
    expect(insight?.sentence).toBe(
      'You spent 30.00¢ on 3 requests, 10.9 times your usual day (2.75¢). Most of it went to Claude.',
    );
    expect(insight?.figures).toHaveLength(4);
  });

  it('comes the most expensive first, three at most', () => {
    const many = [...usual, ...usual, ...usual].map((each, index) => ({ ...each, name: String(index) }));
    const days = [...many, day('a', 100_000), day('b', 400_000), day('c', 300_000), day('d', 200_000)];
    expect(unusualDays(days).map(({ key }) => key)).toEqual(['day b', 'day c', 'day d']);
  });

  it.each([
    ['there are too few days', [day('Nov 1', 20_000), day('Nov 2', 20_000), day('Nov 3', 900_000)]],
    [
      'it is a matter of less than a cent',
      [...usual.map((each) => day(each.name, 100)), day('Nov 5', 9_000)],
    ],
    ['all days are alike', usual],
    ['nothing was spent', []],
  ])('is not named when %s', (_why, days) => {
    expect(unusualDays(days)).toEqual([]);
  });
});
