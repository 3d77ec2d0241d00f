import { jsonListFile, type ExportFile } from '~/core/shared/export-file';
import type { Ledger } from './contract';

const PAGE_SIZE = 500;

/** The ledger's part of a person's export and deletion. Entries are exported, and stay: they name nobody. */
export function ledgerData(ledger: Pick<Ledger, 'entries' | 'forgetAnswers'>) {
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield await Promise.resolve(jsonListFile('ledger.json', allLines(ledger, userId)));
    },
    remove: (userId: string): Promise<void> => ledger.forgetAnswers(userId),
  };
}

async function* allLines(ledger: Pick<Ledger, 'entries'>, userId: string): AsyncGenerator {
  for (let page = 1; ; page += 1) {
    const { items } = await ledger.entries(userId, { page, pageSize: PAGE_SIZE });
    for (const { occurredAtMs, amountMicroUsd, balanceAfterMicroUsd, ...line } of items) {
      yield {
        ...line,
        occurredAt: new Date(occurredAtMs).toISOString(),
        amountMicroUsd: Number(amountMicroUsd),
        balanceAfterMicroUsd: Number(balanceAfterMicroUsd),
      };
    }
    if (items.length < PAGE_SIZE) return;
  }
}
