import type { ProviderFailure } from '@promptwell/ai-providers/contract';
import { DAY_MS } from '~/core/shared/clock';
import type { CompletionsDeps } from './deps.server';

// Vendors' own error messages. They may quote the prompt, so only administrators see them, and they are deleted after
// 30 days.

const KEEP_MS = 30 * DAY_MS;

interface Failed {
  operationId: string;
  userId: string;
  failure: ProviderFailure;
}

/** Never rejects: a failed write must not affect the user's response. */
export async function keepVendorDetail(
  { prisma, clock, log }: Pick<CompletionsDeps, 'prisma' | 'clock' | 'log'>,
  { operationId, userId, failure: { vendorDetail } }: Failed,
): Promise<void> {
  if (!vendorDetail) return;
  const data = { ...vendorDetail, userId, at: BigInt(clock()) };
  await prisma.vendorDetail
    .upsert({ where: { operationId }, create: { operationId, ...data }, update: data })
    .catch((err: unknown) => {
      log.warn({ err, operationId }, 'the vendor message of a failed request was not stored');
    });
}

/** The vendors' messages by operation id, each with the field that it names. */
export async function readVendorDetails(
  { prisma }: Pick<CompletionsDeps, 'prisma'>,
  operationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await prisma.vendorDetail.findMany({ where: { operationId: { in: [...operationIds] } } });
  return new Map(rows.map((row) => [row.operationId, quoteVendor(row)]));
}

export const quoteVendor = ({ sentence, field }: { sentence: string; field: string | null }): string =>
  `The provider said: “${sentence}”${field === null ? '' : ` (field: ${field})`}`;

export async function sweepVendorDetails({
  prisma,
  clock,
}: Pick<CompletionsDeps, 'prisma' | 'clock'>): Promise<void> {
  await prisma.vendorDetail.deleteMany({ where: { at: { lt: BigInt(clock() - KEEP_MS) } } });
}
