import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import type { SpendLimits } from '../contract';

export interface HoldCommand {
  do: 'hold';
  userId: string;
  key: string;
  hash: string;
  inputTokens: number;
  outputTokens: number;
  isFree: boolean;
  price: { input: bigint; output: bigint };
  limits: SpendLimits;
}

export interface SettleCommand {
  do: 'settle';
  /** Counts back from the newest hold, which is 0; beyond the first hold it is an unknown id. */
  call: number;
  inputTokens: number;
  outputTokens: number;
  answer: string;
  doNotStore: boolean;
}

export interface ReleaseCommand {
  do: 'release';
  call: number;
  lossMicroUsd: bigint;
}

export interface CreditCommand {
  do: 'credit';
  userId: string;
  amountMicroUsd: bigint;
  source: 'topup' | 'bonus' | 'grant';
  key: string;
}

export interface AdjustCommand {
  do: 'adjust';
  userId: string;
  amountMicroUsd: bigint;
  key: string;
}

export interface ClawBackCommand {
  do: 'clawBack';
  userId: string;
  amountMicroUsd: bigint;
  key: string;
}

export type Command =
  | HoldCommand
  | SettleCommand
  | ReleaseCommand
  | CreditCommand
  | AdjustCommand
  | ClawBackCommand;

/**
 * Commands of one step run concurrently. Between steps time passes, the system time changes, the sweep runs, or the
 * process crashes.
 */
export type Step =
  | { step: 'together'; commands: Command[] }
  | { step: 'wait'; ms: number }
  | { step: 'leap'; ms: number }
  | { step: 'sweep' }
  | { step: 'crash' };

// Few users, keys and prices and small amounts, so that commands collide and limits are reached.
const userId = fc.constantFrom('ann', 'bob');
const tokens = fc.nat({ max: 1_500 });
const amount = fc.bigInt({ min: 1n, max: 20_000n });
const postingKey = fc.constantFrom('p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7');
const call = fc.nat({ max: 5 });
const maybe = (min: bigint, max: bigint) => fc.option(fc.bigInt({ min, max }), { nil: undefined, freq: 1 });

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record<HoldCommand>({
      do: fc.constant('hold'),
      userId,
      key: fc.constantFrom('k0', 'k1', 'k2', 'k3', 'k4', 'k5'),
      hash: fc.constantFrom('h', 'h', 'h', 'h', 'other'),
      inputTokens: tokens,
      outputTokens: tokens,
      isFree: fc.constantFrom(false, false, true),
      price: fc.record({
        input: fc.constantFrom(0n, 1n, 150n, 1_000n),
        output: fc.constantFrom(0n, 7n, 600n, 2_000n),
      }),
      limits: fc.record({
        freeSendsPerDay: fc.constantFrom(0, 2, 15),
        perRequestCapMicroUsd: maybe(500n, 4_000n),
        dailyCapMicroUsd: maybe(1_000n, 9_000n),
        chatFloorMicroUsd: maybe(0n, 3_000n),
      }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record<SettleCommand>({
      do: fc.constant('settle'),
      call,
      inputTokens: tokens,
      outputTokens: tokens,
      answer: fc.string({ unit: 'binary', maxLength: 12 }),
      doNotStore: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record<ReleaseCommand>({
      do: fc.constant('release'),
      call,
      lossMicroUsd: fc.constantFrom(0n, 0n, 25n),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record<CreditCommand>({
      do: fc.constant('credit'),
      userId,
      amountMicroUsd: amount,
      source: fc.constantFrom('topup', 'bonus', 'grant'),
      key: postingKey,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record<AdjustCommand>({
      do: fc.constant('adjust'),
      userId,
      amountMicroUsd: fc.bigInt({ min: -3_000n, max: 3_000n }).filter((value) => value !== 0n),
      key: postingKey,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record<ClawBackCommand>({
      do: fc.constant('clawBack'),
      userId,
      amountMicroUsd: amount,
      key: postingKey,
    }),
  },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      step: fc.constant('together' as const),
      commands: fc.array(command, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant('wait' as const),
      ms: fc.constantFrom(MINUTE_MS, 15 * MINUTE_MS, 7 * HOUR_MS, DAY_MS, 8 * DAY_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant('leap' as const), ms: fc.constantFrom(2 * HOUR_MS, DAY_MS) }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('sweep' as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('crash' as const) }) },
);

export const sequences: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 1, maxLength: 25, size: 'max' });
