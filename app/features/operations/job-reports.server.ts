import { z } from '~/core/shared/zod';
import type { ReconcileReport } from '~/features/ledger/index.server';
import type { OperationsDeps } from './deps.server';

type JobName = 'backup' | 'reconcile';

/** Records the outcome of a scheduled job for the admin console. */
export async function reportJob(
  { prisma, clock }: Pick<OperationsDeps, 'clock' | 'prisma'>,
  name: JobName,
  { isOk, ...detail }: { isOk: boolean; [fact: string]: unknown },
): Promise<void> {
  const data = { at: new Date(clock()), isOk, detail: JSON.stringify(detail) };
  await prisma.dutyReport.upsert({ where: { name }, create: { name, ...data }, update: data });
}

const reconcileSchema = z.object({
  faults: z.array(z.string()),
  accounts: z.number(),
  entries: z.number(),
  openHolds: z.number(),
});
const backupSchema = z.object({ file: z.string().optional(), message: z.string().optional() });

async function readJobReport<Schema extends z.ZodType>(
  { prisma }: Pick<OperationsDeps, 'prisma'>,
  name: JobName,
  schema: Schema,
) {
  const row = await prisma.dutyReport.findUnique({ where: { name } });
  return row && { at: row.at.toISOString(), isOk: row.isOk, ...detailOf(schema, row.detail) };
}

const detailOf = <Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> & object =>
  schema.parse(JSON.parse(json)) as z.output<Schema> & object;

export const readReconciliation = (services: Pick<OperationsDeps, 'prisma'>) =>
  readJobReport(services, 'reconcile', reconcileSchema);
export const readBackupReport = (services: Pick<OperationsDeps, 'prisma'>) =>
  readJobReport(services, 'backup', backupSchema);

/** Reconciles the ledger and records the outcome. */
export async function reconcileBooks(
  services: Pick<OperationsDeps, 'clock' | 'prisma' | 'ledger'>,
): Promise<ReconcileReport> {
  const report = await services.ledger.reconcile();
  const { isSound, ...detail } = report;
  await reportJob(services, 'reconcile', { isOk: isSound, ...detail });
  return report;
}
