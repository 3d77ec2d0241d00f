import { pageBeforeNext } from '~/core/shared/page-number';
import { readLeniently, z } from '~/core/shared/zod';
import { tableQuery } from '~/ui/table/table-state';
import { RUN_STATUSES } from './responses';
import { RUN_SORTS, RUNS_TABLE } from './runs-table';

// Requests for runs, their lists, logs and events. Transactions are in items-schema.ts, checks in execute-schema.ts.

export const resumeSchema = z
  .object({
    /** Overrides every LIMIT COST of the script. */
    costLimitUsd: z.number().positive().max(100_000).optional(),
  })
  .optional();

export const runParams = z.object({ id: z.uuid() });

export const listRunsSchema = z.object({
  page: pageBeforeNext,
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
  status: z.enum(RUN_STATUSES).optional(),
  sort: z.enum(RUN_SORTS).default('started'),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.uuid().optional().meta({
    description: 'Continues after this run: the `next` of the previous answer. `page` is then ignored.',
  }),
});

/** Query parameters of the runs page; invalid ones fall back to their defaults. */
export const runsPageQuerySchema = z
  .record(z.string(), z.string())
  // The page uses only `after`.
  .transform((address) => readLeniently(listRunsSchema, { ...tableQuery(address, RUNS_TABLE), page: 1 }));

export const logsSchema = z.object({
  /** Only lines after this number. */
  after: z.coerce.number().int().min(0).optional(),
});

/** The last line a reconnecting browser has seen; anything but a number is ignored. */
export const lastEventHeaders = z.object({
  'last-event-id': z.coerce.number().int().positive().optional().catch(undefined),
});
