import assert from 'node:assert/strict';
import { DomainError } from '~/core/shared/errors';
import { MINUTE_MS, utcDay } from '~/core/shared/clock';
import { plainRule } from '../price-rule';
import type { Command, SettleCommand, Step } from './commands';
import { NO_EXTRAS, type LedgerHarness, type OpenLedger, type SystemAccount } from './harness';
import { LedgerModel, type Outcome } from './model';

/** Runs a sequence against a ledger and the model, and compares them after every step. */
export async function runAgainstModel(open: OpenLedger, steps: readonly Step[]): Promise<void> {
  const harness = await open();
  try {
    const run = new ModelRun(harness);
    for (const step of steps) await run.take(step);
    await run.finish();
  } finally {
    await harness.close();
  }
}

class ModelRun {
  readonly #model = new LedgerModel();
  /** Operation ids in the order of the model's holds. */
  readonly #operationIds: string[] = [];
  #steadyMs = 0;

  constructor(private readonly harness: LedgerHarness) {}

  async take(step: Step): Promise<void> {
    switch (step.step) {
      case 'together':
        await this.#together(step.commands);
        break;
      case 'wait':
        this.harness.pass(step.ms);
        this.#steadyMs += step.ms;
        break;
      case 'leap':
        this.harness.nowMs += step.ms;
        break;
      case 'sweep':
        await this.#sweep();
        break;
      case 'crash':
        await this.harness.crash();
        await this.harness.ledger.recover();
        this.#model.loseOpenCalls();
        break;
    }
    await this.#compareBalances();
  }

  async finish(): Promise<void> {
    await this.#sweep();
    await this.#compareBalances();
    for (const account of Object.keys(this.#model.system) as SystemAccount[]) {
      assert.equal(
        await this.harness.systemBalance(account),
        this.#model.system[account],
        `the ${account} account`,
      );
    }
    assert.deepEqual((await this.harness.ledger.reconcile()).faults, []);
  }

  async #together(commands: readonly Command[]): Promise<void> {
    const outcomes = this.harness.isOrdered
      ? await Promise.all(commands.map((command) => outcomeOf(this.#perform(command))))
      : await this.#oneByOne(commands);
    const expected = commands.map((command) => this.#expect(command));
    assert.deepEqual(outcomes.map(withoutId), expected);
    for (const outcome of outcomes) {
      if ('ok' in outcome && isHeld(outcome.ok)) this.#operationIds.push(outcome.ok.operationId);
    }
  }

  async #oneByOne(commands: readonly Command[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const command of commands) outcomes.push(await outcomeOf(this.#perform(command)));
    return outcomes;
  }

  #perform(command: Command): Promise<unknown> {
    const { ledger } = this.harness;
    switch (command.do) {
      case 'hold':
        return ledger.hold({
          userId: command.userId,
          endpoint: 'ai/complete',
          idempotencyKey: command.key,
          requestHash: command.hash,
          provider: 'demo',
          model: 'demo-1',
          price: plainRule({
            inputMicroUsdPer1k: command.price.input,
            outputMicroUsdPer1k: command.price.output,
          }),
          inputTokens: command.inputTokens,
          maxOutputTokens: command.outputTokens,
          searches: 0,
          isFree: command.isFree,
          limits: command.limits,
          timeoutMs: 10 * MINUTE_MS,
        });
      case 'settle':
        return this.#settle(command);
      case 'release':
        return ledger.release(this.#idOf(command.call), 'failed', command.lossMicroUsd);
      case 'credit':
        return ledger.credit(command);
      case 'adjust':
        return ledger.adjust({ ...command, note: '', actorId: 'admin' });
      case 'clawBack':
        return ledger.clawBack({ ...command, note: '' });
    }
  }

  async #settle({ answer, ...command }: SettleCommand): Promise<unknown> {
    const { amounts, balance } = await this.harness.ledger.settle({
      ...NO_EXTRAS,
      ...command,
      resultOf: () => answer,
      operationId: this.#idOf(command.call),
    });
    const { chargedMicroUsd, overrunMicroUsd } = amounts;
    return { chargedMicroUsd, overrunMicroUsd, balanceAfterMicroUsd: balance.postedMicroUsd };
  }

  /** The index among the holds that were known when the step began. */
  #indexOf(call: number): number {
    return this.#operationIds.length - 1 - call;
  }

  #idOf(call: number): string {
    return this.#operationIds[this.#indexOf(call)] ?? 'no such operation';
  }

  #expect(command: Command): Outcome {
    const { nowMs } = this.harness;
    switch (command.do) {
      case 'hold':
        return this.#model.hold(command, nowMs, this.#steadyMs);
      case 'settle':
        return this.#model.settle(command, this.#indexOf(command.call), nowMs);
      case 'release':
        return this.#model.release(command, this.#indexOf(command.call));
      case 'credit':
        return this.#model.credit(command);
      case 'adjust':
        return this.#model.adjust(command);
      case 'clawBack':
        return this.#model.clawBack(command);
    }
  }

  async #sweep(): Promise<void> {
    await this.harness.ledger.sweep();
    this.#model.loseOpenCalls((call) => call.endsAtMs < this.#steadyMs);
  }

  async #compareBalances(): Promise<void> {
    const day = utcDay(this.harness.nowMs);
    for (const [userId, { posted, debt, spentOn }] of this.#model.people) {
      const held = this.#model.held(userId);
      assert.deepEqual(
        await this.harness.ledger.balance(userId),
        {
          postedMicroUsd: posted,
          heldMicroUsd: held,
          availableMicroUsd: debt > 0n ? 0n : posted - held,
          debtMicroUsd: debt,
          spentTodayMicroUsd: spentOn.get(day) ?? 0n,
          freeSendsToday: this.#model.freeSends(userId, day),
          freeOptimizationsToday: 0,
        },
        `the balance of ${userId}`,
      );
    }
  }
}

async function outcomeOf(promise: Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: await promise };
  } catch (error) {
    if (error instanceof DomainError && error.code !== undefined) return { refused: error.code };
    throw error;
  }
}

function withoutId(outcome: Outcome): Outcome {
  if ('refused' in outcome || typeof outcome.ok !== 'object') return outcome;
  const result: { operationId?: unknown; postingId?: unknown } = { ...outcome.ok };
  delete result.operationId;
  delete result.postingId;
  return { ok: result };
}

const isHeld = (result: unknown): result is { operationId: string } =>
  typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'held';
