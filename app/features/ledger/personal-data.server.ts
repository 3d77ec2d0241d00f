import { jsonListFile, type ExportFile } from '~/core/shared/export-file';
import type { Ledger } from './contract';

/** The ledger's part of a person's export and deletion. Entries are exported, and stay: they name nobody. */
export function ledgerData(ledger: Pick<Ledger, 'everyEntry' | 'forgetAnswers'>) {
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield await Promise.resolve(jsonListFile('ledger.json', allLines(ledger, userId)));
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
