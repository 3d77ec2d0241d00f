import { ExpectationKeeper } from './count-expects.js';
import type { RunStats } from '../interpreter/built-ins.js';
import type { RunTotals, Spent, TransactionResult } from '../records.js';

/** Totals of the whole run. */
export class TotalsCounter {
  #total = 0;
  #succeeded = 0;
  #failed = 0;
  #skipped = 0;
  #cutOff = 0;
  #reused = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  #costMicroUsd: number | null = 0;
  #savedMicroUsd = 0;

  readonly expectations = new ExpectationKeeper();

  addTransactions(total: number): void {
    this.#total += total;
  }

  addStatus(result: Pick<TransactionResult, 'status' | 'isCutOff' | 'expects' | 'freeReplies'>): void {
    const { status, isCutOff = false, freeReplies = 0 } = result;
    if (freeReplies > 0) this.#reused += 1;
    this.expectations.add(result);
    if (status === 'succeeded' && isCutOff) this.#cutOff += 1;
    if (status === 'succeeded') this.#succeeded += 1;
    else if (status === 'failed') this.#failed += 1;
    else this.#skipped += 1;
  }

  /** Adds the cost of a reply, or of a transaction from an earlier part of the run. */
  addSpent({ inputTokens, outputTokens, costMicroUsd }: Spent): void {
    this.#inputTokens += inputTokens;
    this.#outputTokens += outputTokens;
    this.#costMicroUsd =
      this.#costMicroUsd === null || costMicroUsd === null ? null : this.#costMicroUsd + costMicroUsd;
  }

  addSaving(savedMicroUsd: number): void {
    this.#savedMicroUsd += savedMicroUsd;
  }

  get totals(): RunTotals {
    return {
      total: this.#total,
      succeeded: this.#succeeded,
      failed: this.#failed,
      skipped: this.#skipped,
      cutOff: this.#cutOff,
      reused: this.#reused,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      costMicroUsd: this.#costMicroUsd,
    };
  }

  get figures(): RunStats {
    return {
      succeeded: this.#succeeded,
      failed: this.#failed,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      costMicroUsd: this.#costMicroUsd ?? 0,
      savedMicroUsd: this.#savedMicroUsd,
    };
  }
}
