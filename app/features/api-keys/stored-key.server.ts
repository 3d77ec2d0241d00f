import type { ApiKey } from '@prisma/client';
import { KEY_PERMISSIONS, type KeyPermission } from '~/core/shared/api-keys';
import { MICRO_USD_PER_CENT, wholeCents } from '~/core/shared/money';
import { z } from '~/core/shared/zod';
import type { ApiKeyView, ChangeKeyInput } from './schema';

const modelList = z.array(z.string());

/** The columns that hold lists. */
export const readPermissions = (stored: string): KeyPermission[] => {
  const names = stored.split(',');
  return KEY_PERMISSIONS.filter((each) => names.includes(each));
};
export const readModels = (stored: string | null): string[] | null =>
  stored === null ? null : modelList.parse(JSON.parse(stored));

/** The columns of a change; those that it leaves out stay. */
export const keyColumns = (change: ChangeKeyInput) => ({
  ...(change.name !== undefined && { name: change.name }),
  ...(change.permissions !== undefined && { permissions: change.permissions.join(',') }),
  ...(change.models !== undefined && {
    models: change.models === null ? null : JSON.stringify([...new Set(change.models)]),
  }),
  ...(change.monthlyCapCents !== undefined && { monthlyCap: microUsd(change.monthlyCapCents) }),
  ...(change.perRequestCapCents !== undefined && { perRequestCap: microUsd(change.perRequestCapCents) }),
  ...(change.requestsPerMinute !== undefined && { requestsPerMinute: change.requestsPerMinute }),
  ...(change.expiresAt !== undefined && {
    expiresAt: change.expiresAt === null ? null : new Date(change.expiresAt),
  }),
});

/** A key as its user sees it. */
export const describeKey = (row: ApiKey, nowMs: number, spentMicroUsd: bigint): ApiKeyView => ({
  id: row.id,
  name: row.name,
  last4: row.last4,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  state: stateOf(row, nowMs),
  permissions: readPermissions(row.permissions),
  models: readModels(row.models),
  monthlyCapCents: cents(row.monthlyCap),
  perRequestCapCents: cents(row.perRequestCap),
  requestsPerMinute: row.requestsPerMinute,
  spentThisMonthMicroUsd: Number(spentMicroUsd),
});

function stateOf({ revokedAt, expiresAt }: ApiKey, nowMs: number): ApiKeyView['state'] {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= nowMs ? 'expired' : 'active';
}

const microUsd = (amountCents: number | null): bigint | null =>
  amountCents === null ? null : BigInt(amountCents) * MICRO_USD_PER_CENT;
const cents = (amountMicroUsd: bigint | null): number | null =>
  amountMicroUsd === null ? null : wholeCents(amountMicroUsd);
