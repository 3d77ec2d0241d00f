import type { ErrorKind } from '~/core/shared/errors';
import { readLeniently, z } from '~/core/shared/zod';
import { tableQuery, type TableOptions } from '~/ui/table/table-state';

const LAST_PAGE = 10_000;

export const SHARED_SESSIONS_TABLE = {
  pageSizes: [25, 50, 100],
  lastPage: LAST_PAGE,
} as const satisfies TableOptions;

export const sharedSessionsQuery = z.object({
  page: z.coerce.number().int().min(1).max(LAST_PAGE).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
});
export type SharedSessionsQuery = z.output<typeof sharedSessionsQuery>;

/** Query parameters of the page; invalid ones fall back to their defaults. */
export const sharedSessionsAddress = z
  .record(z.string(), z.string())
  .transform((address) => readLeniently(sharedSessionsQuery, tableQuery(address, SHARED_SESSIONS_TABLE)));

/** A session that is shared, or was until an administrator switched it off. */
export const sharedSessionSchema = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  ownerEmail: z.string(),
  sharedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  switchedOffAt: z.iso.datetime().nullable(),
});
export type SharedSession = z.output<typeof sharedSessionSchema>;

export const sharedSessionsSchema = z.object({
  sessions: z.array(sharedSessionSchema),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});
export type SharedSessions = z.output<typeof sharedSessionsSchema>;

export const sharedSessionParams = z.object({ id: z.string().min(1).max(64) });

export const SWITCH_OFF_ERRORS = { no_such_share: 'not-found' } as const satisfies Record<string, ErrorKind>;
