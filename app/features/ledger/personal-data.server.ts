import { jsonListFile, type ExportFile } from '~/core/shared/export-file';
import type { Ledger } from './contract';

/** The ledger's part of a person's export and deletion. Entries are exported, and stay: they name nobody. */
export function ledgerData(ledger: Pick<Ledger, 'everyEntry' | 'usage' | 'uncharged' | 'forgetAnswers'>) {
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield await Promise.resolve(jsonListFile('ledger.json', allLines(ledger, userId)));
      yield jsonListFile('usage.json', allUsage(ledger, userId));
      yield jsonListFile('not-charged.json', allUncharged(ledger, userId));
    },
    remove: (userId: string): Promise<void> => ledger.forgetAnswers(userId),
  };
}

async function* allLines(ledger: Pick<Ledger, 'everyEntry'>, userId: string): AsyncGenerator {
  for await (const line of ledger.everyEntry(userId)) {
    const { occurredAtMs, amountMicroUsd, balanceAfterMicroUsd, ...rest } = line;
    yield {
      ...rest,
      occurredAt: new Date(occurredAtMs).toISOString(),
      amountMicroUsd: Number(amountMicroUsd),
      balanceAfterMicroUsd: Number(balanceAfterMicroUsd),
    };
  }
}

const ALWAYS = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER };

async function* allUsage(ledger: Pick<Ledger, 'usage'>, userId: string): AsyncGenerator {
  for (const { startMs, ...quarter } of await ledger.usage(userId, ALWAYS)) {
    yield { start: new Date(startMs).toISOString(), ...quarter };
  }
}

async function* allUncharged(ledger: Pick<Ledger, 'uncharged'>, userId: string): AsyncGenerator {
  for (const { atMs, ...call } of await ledger.uncharged(userId, { ...ALWAYS, limit: ALWAYS.endMs })) {
    yield { at: new Date(atMs).toISOString(), ...call };
  }
}
