import { pageBeforeNext } from '~/core/shared/page-number';
import { readLeniently, z } from '~/core/shared/zod';
import { tableQuery } from '~/ui/table/table-state';
import { RUN_STATUSES } from './answers';
import { RUN_SORTS, RUNS_TABLE } from './runs-table';

// A run, lists of them, and what is told while one goes on. Its transactions are in items-schema.ts, what is said of a
// script before it runs in execute-schema.ts.

export const resumeSchema = z
  .object({
    /** Takes the place of every LIMIT COST of the script. */
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

/** What the page of runs is asked for; a wrong part of its address falls back to its default instead of to an error. */
export const runsPageQuerySchema = z
  .record(z.string(), z.string())
  // The page goes on with `after` alone.
  .transform((address) => readLeniently(listRunsSchema, { ...tableQuery(address, RUNS_TABLE), page: 1 }));

export const logsSchema = z.object({
  /** Lines after this number only. */
  after: z.coerce.number().int().min(0).optional(),
});

/** A browser that lost the stream says which line it saw last; what is no such number says nothing. */
export const lastEventHeaders = z.object({
  'last-event-id': z.coerce.number().int().positive().optional().catch(undefined),
});
