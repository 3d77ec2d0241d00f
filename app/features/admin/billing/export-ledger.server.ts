import { csvResponse, type CsvRow } from '~/core/edge/csv.server';
import { DAY_MS, utcDay } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { costUsd } from '~/core/shared/money';
import type { z } from '~/core/shared/zod';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import { streamLines } from '~/features/billing/index.server';
import type { LedgerLine, WalkedEntry } from '~/features/ledger/index.server';
import type { AdminDeps } from '../deps.server';
import { requireChosenUser } from '../find-user.server';
import type { ExportQuery, userExportQuerySchema } from './schema';

const EXPORT_DAYS = 30;
const BATCH_SIZE = 500;

/** Everything except usage. */
const INCOME_KINDS: ReadonlySet<string> = new Set([
  'topup',
  'bonus',
  'grant',
  'adjustment',
  'clawback',
  'bonus_clawback',
  'debt',
  'debt_payment',
]);

const COLUMNS = [
  'id',
  'occurred_at',
  'kind',
  'provider',
  'model',
  'input_tokens',
  'output_tokens',
  'amount_usd',
  'balance_after_usd',
  'reason',
  'api_key_id',
  'api_key_name',
] as const;

/** Whole UTC days, at most 30. */
function rangeOf({ clock }: Pick<AdminDeps, 'clock'>, { start, end }: ExportQuery) {
  const endMs = (end === undefined ? Date.parse(utcDay(clock())) : Date.parse(end)) + DAY_MS;
  const startMs = start === undefined ? endMs - EXPORT_DAYS * DAY_MS : Date.parse(start);
  if (startMs >= endMs)
    throw new DomainError('invalid', 'End date must be on/after start date.', { code: 'invalid' });
  if (endMs - startMs > EXPORT_DAYS * DAY_MS)
    throw new DomainError('invalid', `Select a range of up to ${String(EXPORT_DAYS)} days.`, {
      code: 'range_too_long',
    });
  return { startMs, endMs };
}

const rowOf = (line: LedgerLine | WalkedEntry): CsvRow => [
  line.id,
  new Date(line.occurredAtMs).toISOString(),
  line.kind,
  line.provider,
  line.model,
  line.inputTokens,
  line.outputTokens,
  costUsd(line.amountMicroUsd),
  costUsd(line.balanceAfterMicroUsd),
  line.reason,
  line.apiKey?.id ?? null,
  line.apiKey?.name ?? null,
];

/** One user's ledger, or what one of their API keys paid for; newest first. */
export async function exportUserLedger(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'ledger'>,
  actor: Actor,
  { userId, apiKey, ...query }: z.output<typeof userExportQuerySchema>,
): Promise<Response> {
  const range = rangeOf(services, query);
  const { id } = await requireChosenUser(services, userId);
  await auditExport(services, actor, { subject: id, what: 'user', ...range });
  async function* batches(): AsyncGenerator<CsvRow[]> {
    let batch: CsvRow[] = [];
    for await (const line of streamLines(services, id, { ...range, apiKeyId: apiKey })) {
      batch.push(rowOf(line));
      if (batch.length < BATCH_SIZE) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
  return csvResponse('promptwell-ledger.csv', { columns: COLUMNS, batches: batches() });
}

/** The ledgers of all users, or only their income, newest first. */
export async function exportLedgers(
  services: Pick<AdminDeps, 'clock' | 'prisma' | 'ledgerReports'>,
  actor: Actor,
  { what, ...query }: ExportQuery & { what: 'all' | 'income' },
): Promise<Response> {
  const range = rangeOf(services, query);
  await auditExport(services, actor, { subject: 'ledger', what, ...range });
  async function* batches(): AsyncGenerator<CsvRow[]> {
    const kinds = what === 'income' ? INCOME_KINDS : undefined;
    for await (const entries of services.ledgerReports.walk({ ...range, ...(kinds ? { kinds } : {}) })) {
      const users = await services.prisma.user.findMany({
        where: { id: { in: [...new Set(entries.map(({ userId }) => userId))] } },
        select: { id: true, email: true },
      });
      const emails = new Map(users.map(({ id, email }) => [id, email]));
      yield entries.map((entry) => [entry.userId, emails.get(entry.userId) ?? '', ...rowOf(entry)]);
    }
  }
  return csvResponse(`promptwell-${what === 'income' ? 'income' : 'ledgers'}.csv`, {
    columns: ['user_id', 'user_email', ...COLUMNS],
    batches: batches(),
  });
}

const auditExport = (
  services: Pick<AdminDeps, 'clock' | 'prisma'>,
  actor: Actor,
  { subject, what, startMs, endMs }: { subject: string; what: string; startMs: number; endMs: number },
) =>
  writeAudit(services.prisma, services, actor, {
    action: 'billing.exported',
    subject,
    detail: { what, from: utcDay(startMs), until: utcDay(endMs - 1) },
  });
