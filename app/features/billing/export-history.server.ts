import type { Cells, SheetColumn } from '@promptwell/baiql-runtime/writers';
import { sendExport } from '~/core/server/exports/send-export.server';
import type { RateLimit } from '~/core/server/rate-limits.server';
import type { Actor } from '~/core/server/session.server';
import { EXPORT_FORMATS } from '~/core/shared/export-formats';
import { costUsd } from '~/core/shared/money';
import { z } from '~/core/shared/zod';
import { zonedIso } from '~/core/shared/zoned-time';
import type { BillingDeps } from './deps.server';
import { listKeyNames } from './list-key-names.server';
import { streamLines, searchFor } from './list-history.server';
import { historyFiltersSchema } from './schema';

type Deps = Pick<BillingDeps, 'inFlightRequests' | 'prisma' | 'ledger' | 'preferences'>;

export const exportHistorySchema = historyFiltersSchema.extend({
  format: z.enum(EXPORT_FORMATS).optional().meta({ description: 'Your preference by default.' }),
});

const COLUMNS: readonly SheetColumn[] = [
  { name: 'Date', format: 'date' },
  { name: 'Provider' },
  { name: 'Model' },
  { name: 'InputTokens' },
  { name: 'OutputTokens' },
  { name: 'Cost' },
  { name: 'BalanceAfter' },
  { name: 'Reason' },
];
/** Only for users with API keys. */
const KEY_COLUMN = { name: 'ApiKey' };

export const EXPORT_RATE_LIMIT: RateLimit = {
  name: 'history-export',
  points: 30,
  perSeconds: 60,
  message: 'Too many requests.',
};

/** Exports the user's ledger entries that match the filters; free accounts get txt. */
export async function exportHistory(
  services: Deps,
  actor: Actor,
  { filters, signal }: { filters: z.output<typeof exportHistorySchema>; signal: AbortSignal },
): Promise<Response> {
  const [{ DefaultExportFormat, PreferredTimezone }, keys] = await Promise.all([
    services.preferences.read(actor.userId),
    listKeyNames(services, actor),
  ]);
  const hasKeys = keys.length > 0;
  return sendExport(services, actor, {
    title: 'Promptwell history',
    format: filters.format ?? DefaultExportFormat,
    columns: hasKeys ? [...COLUMNS, KEY_COLUMN] : COLUMNS,
    rows: rowsOf(services, actor, { filters, timeZone: PreferredTimezone, hasKeys }),
    signal,
  });
}

async function* rowsOf(
  services: Deps,
  { userId }: Actor,
  {
    filters,
    timeZone,
    hasKeys,
  }: { filters: z.output<typeof historyFiltersSchema>; timeZone: string; hasKeys: boolean },
): AsyncGenerator<Cells> {
  for await (const line of streamLines(services, userId, searchFor(filters, timeZone))) {
    yield [
      zonedIso(line.occurredAtMs, timeZone),
      line.provider,
      line.model,
      line.inputTokens,
      line.outputTokens,
      costUsd(-line.amountMicroUsd) + 0,
      costUsd(line.balanceAfterMicroUsd),
      line.reason,
      ...(hasKeys ? [line.apiKey?.name ?? null] : []),
    ];
  }
}
