import { jsonListFile, type ExportFile } from '~/core/shared/export-file';
import type { Ledger } from './contract';

type Exported = Pick<Ledger, 'streamEntries' | 'streamUsage' | 'streamUncharged'>;

/**
 * The ledger's part of a user's data export and deletion. Entries are exported but not deleted; they contain no
 * personal data.
 */
export function ledgerData(ledger: Exported & Pick<Ledger, 'forgetAnswers'>) {
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield await Promise.resolve(jsonListFile('ledger.json', allLines(ledger, userId)));
      yield jsonListFile('usage.json', allUsage(ledger, userId));
      yield jsonListFile('not-charged.json', allUncharged(ledger, userId));
    },
    remove: (userId: string): Promise<void> => ledger.forgetAnswers(userId),
  };
}

async function* allLines(ledger: Exported, userId: string): AsyncGenerator {
  for await (const line of ledger.streamEntries(userId)) {
    const { occurredAtMs, amountMicroUsd, balanceAfterMicroUsd, ...rest } = line;
    yield {
      ...rest,
      occurredAt: new Date(occurredAtMs).toISOString(),
      amountMicroUsd: Number(amountMicroUsd),
      balanceAfterMicroUsd: Number(balanceAfterMicroUsd),
    };
  }
}

async function* allUsage(ledger: Exported, userId: string): AsyncGenerator {
  for await (const { startMs, ...quarter } of ledger.streamUsage(userId)) {
    yield { start: new Date(startMs).toISOString(), ...quarter };
  }
}

async function* allUncharged(ledger: Exported, userId: string): AsyncGenerator {
  for await (const { atMs, ...call } of ledger.streamUncharged(userId)) {
    yield { at: new Date(atMs).toISOString(), ...call };
  }
}
