import type { ExpectationCount, TransactionResult } from '../records.js';

/** Counts EXPECTs by their labels, for each model. Memory holds a line for each of these. */
export class ExpectationKeeper {
  readonly #counts = new Map<string, { label: string; model: string; met: number; total: number }>();

  add({ expects = [] }: Pick<TransactionResult, 'expects'>): void {
    for (const { label, model, isMet } of expects) {
      const key = JSON.stringify([label, model]);
      const known = this.#counts.get(key);
      // A label may hold a name, and be another one in every row.
      if (known === undefined && this.#counts.size >= MAX_LABELS) continue;
      const { met, total } = known ?? { met: 0, total: 0 };
      this.#counts.set(key, { label, model, met: met + (isMet ? 1 : 0), total: total + 1 });
    }
  }

  get counts(): readonly ExpectationCount[] {
    return [...this.#counts.values()];
  }

  /** For the log: `agrees with the gold column: 43 of 50 (gpt-4o)`. */
  lines(): string[] {
    return this.counts.map(({ label, model, met, total }) => {
      const [is, of] = [met, total].map((count) => count.toLocaleString('en'));
      return `EXPECT ${label}: met by ${is} of ${of} (${model}).`;
    });
  }
}

const MAX_LABELS = 200;
