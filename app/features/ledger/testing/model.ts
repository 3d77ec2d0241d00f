import { DAY_MS, MINUTE_MS, utcDay } from '~/core/shared/clock';
import type { SystemAccount } from './harness';
import type {
  AdjustCommand,
  ClawBackCommand,
  CreditCommand,
  HoldCommand,
  ReleaseCommand,
  SettleCommand,
} from './commands';

/** Result of a command: a value or a refusal code. */
export type Outcome = { ok: unknown } | { refused: string };

interface Person {
  posted: bigint;
  debt: bigint;
  spentOn: Map<string, bigint>;
}

interface Call {
  userId: string;
  hash: string;
  isFree: boolean;
  amount: bigint;
  price: { input: bigint; output: bigint };
  state: 'open' | 'settled' | 'released' | 'superseded';
  heldAtMs: number;
  /** On the monotonic clock. */
  endsAtMs: number;
  answer?: { text: string; purgeAtMs: number };
}

const refused = (code: string): Outcome => ({ refused: code });
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Reference model of the ledger as plain values, one command at a time. Nothing is stored twice: held amounts and free
 * sends are derived from the calls.
 */
export class LedgerModel {
  readonly system: Record<SystemAccount, bigint> = {
    stripe: 0n,
    bonus: 0n,
    grants: 0n,
    promo: 0n,
    revenue: 0n,
    loss: 0n,
  };
  readonly people = new Map<string, Person>();
  /** All holds, in order. */
  readonly calls: Call[] = [];
  readonly #latest = new Map<string, Call>();
  readonly #keys = new Map<string, string>();

  person(userId: string): Person {
    const person = this.people.get(userId) ?? { posted: 0n, debt: 0n, spentOn: new Map<string, bigint>() };
    this.people.set(userId, person);
    return person;
  }

  held(userId: string): bigint {
    return this.calls
      .filter((call) => call.userId === userId && !call.isFree && call.state === 'open')
      .reduce((sum, call) => sum + call.amount, 0n);
  }

  freeSends(userId: string, day: string): number {
    const counts = (call: Call) => call.state === 'open' || call.state === 'settled';
    return this.calls.filter(
      (call) => call.isFree && call.userId === userId && counts(call) && utcDay(call.heldAtMs) === day,
    ).length;
  }

  hold(command: HoldCommand, nowMs: number, steadyMs: number): Outcome {
    const { userId, key, hash, inputTokens, outputTokens, isFree, price, limits } = command;
    const earlier = this.#latest.get(`${userId} ${key}`);
    if (earlier && earlier.hash !== hash) return refused('idempotency_key_reused');
    if (earlier?.state === 'open') return refused('in_flight');
    if (earlier?.answer) {
      if (earlier.answer.purgeAtMs <= nowMs) return refused('answer_purged');
      return { ok: { kind: 'replayed', answer: JSON.stringify(earlier.answer.text) } };
    }
    const amount = cost(price, inputTokens, outputTokens);
    const person = this.person(userId);
    const free = person.posted - this.held(userId);
    const today = utcDay(nowMs);
    const spentToday = (person.spentOn.get(today) ?? 0n) + this.held(userId);
    if (person.debt > 0n) return refused('in_debt');
    if (isFree && this.freeSends(userId, today) >= limits.freeSendsPerDay) return refused('free_daily_limit');
    if (!isFree) {
      const {
        perRequestCapMicroUsd: requestCap,
        dailyCapMicroUsd: dailyCap,
        chatFloorMicroUsd: floor,
      } = limits;
      if (requestCap !== undefined && amount > requestCap) return refused('insufficient_funds');
      if (dailyCap !== undefined && spentToday + amount > dailyCap) return refused('insufficient_funds');
      if (floor !== undefined && free - amount < floor) return refused('exceeds_cco');
      if (amount > free) return refused('insufficient_funds');
    }
    if (earlier) earlier.state = 'superseded';
    const call: Call = {
      userId,
      hash,
      isFree,
      amount,
      price,
      state: 'open',
      heldAtMs: nowMs,
      endsAtMs: steadyMs + 10 * MINUTE_MS,
    };
    this.calls.push(call);
    this.#latest.set(`${userId} ${key}`, call);
    return { ok: { kind: 'held', amountMicroUsd: amount } };
  }

  /** `index` is the call's place among all holds. */
  settle(command: SettleCommand, index: number, nowMs: number): Outcome {
    const call = this.calls[index];
    const refusal = refusalOfEnding(call);
    if (!call || refusal) return refused(refusal);
    const actual = cost(call.price, command.inputTokens, command.outputTokens);
    const charged = smaller(actual, call.amount);
    const person = this.person(call.userId);
    if (call.isFree) this.system.promo -= charged;
    else {
      person.posted -= charged;
      person.spentOn.set(utcDay(nowMs), (person.spentOn.get(utcDay(nowMs)) ?? 0n) + charged);
    }
    this.system.revenue += actual;
    this.system.loss -= actual - charged;
    call.state = 'settled';
    call.answer = {
      text: command.answer,
      purgeAtMs: nowMs + (command.doNotStore ? 15 * MINUTE_MS : 7 * DAY_MS),
    };
    if (!call.isFree) this.#payDebt(call.userId);
    return {
      ok: {
        chargedMicroUsd: call.isFree ? 0n : charged,
        balanceAfterMicroUsd: person.posted,
        overrunMicroUsd: actual - charged,
      },
    };
  }

  release(command: ReleaseCommand, index: number): Outcome {
    const call = this.calls[index];
    const refusal = refusalOfEnding(call);
    if (!call || refusal) return refused(refusal);
    this.#release(call, command.lossMicroUsd);
    return { ok: undefined };
  }

  credit({ userId, amountMicroUsd, source, key }: CreditCommand): Outcome {
    return this.#once(key, userId, source, amountMicroUsd, () => {
      this.person(userId).posted += amountMicroUsd;
      this.system[({ topup: 'stripe', bonus: 'bonus', grant: 'grants' } as const)[source]] -= amountMicroUsd;
      return undefined;
    });
  }

  adjust({ userId, amountMicroUsd, key }: AdjustCommand): Outcome {
    return this.#once(key, userId, 'adjustment', amountMicroUsd, () => {
      const person = this.person(userId);
      const free = person.debt > 0n ? 0n : person.posted - this.held(userId);
      if (-amountMicroUsd > free && amountMicroUsd < 0n) return 'exceeds_available';
      person.posted += amountMicroUsd;
      this.system.grants -= amountMicroUsd;
      return undefined;
    });
  }

  clawBack({ userId, amountMicroUsd, key }: ClawBackCommand): Outcome {
    return this.#once(key, userId, 'clawback', amountMicroUsd, () => {
      const person = this.person(userId);
      const taken = smaller(amountMicroUsd, person.posted - this.held(userId));
      person.posted -= taken;
      person.debt += amountMicroUsd - taken;
      this.system.stripe += amountMicroUsd;
      this.system.loss -= amountMicroUsd - taken;
      return undefined;
    });
  }

  /** Releases all open holds as losses, as recovery does after a crash. */
  loseOpenCalls(isLost: (call: Call) => boolean = () => true): void {
    for (const call of this.calls)
      if (call.state === 'open' && isLost(call)) this.#release(call, call.amount);
  }

  #release(call: Call, loss: bigint): void {
    call.state = 'released';
    this.system.revenue += loss;
    this.system.loss -= loss;
    if (!call.isFree) this.#payDebt(call.userId);
  }

  #payDebt(userId: string): void {
    const person = this.person(userId);
    const payment = smaller(person.debt, person.posted - this.held(userId));
    person.posted -= payment;
    person.debt -= payment;
    this.system.loss += payment;
  }

  #once(key: string, userId: string, kind: string, amount: bigint, post: () => string | undefined): Outcome {
    const body = `${kind} ${userId} ${String(amount)}`;
    const earlier = this.#keys.get(key);
    if (earlier !== undefined && earlier !== body) return refused('idempotency_key_reused');
    if (earlier === undefined) {
      const refusal = post();
      if (refusal !== undefined) return refused(refusal);
      this.#keys.set(key, body);
      this.#payDebt(userId);
    }
    const { posted, debt } = this.person(userId);
    return { ok: { isNew: earlier === undefined, balanceAfterMicroUsd: posted, debtMicroUsd: debt } };
  }
}

function refusalOfEnding(call: Call | undefined): string {
  if (!call || call.state === 'superseded') return 'operation_unknown';
  if (call.state === 'open') return '';
  return call.state === 'settled' ? 'already_settled' : 'already_released';
}

/** In thousandths of a micro-dollar, rounded up. */
function cost(price: { input: bigint; output: bigint }, inputTokens: number, outputTokens: number): bigint {
  const exact = BigInt(inputTokens) * price.input + BigInt(outputTokens) * price.output;
  const whole = exact / 1000n;
  return exact % 1000n === 0n ? whole : whole + 1n;
}
