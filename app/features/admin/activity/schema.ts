import { readLeniently, z } from '~/core/shared/zod';
import { tableQuery, type TableOptions } from '~/ui/table/table-state';

/** What the console lists, by the word in its address. */
export const ACTIVITY_LISTS = {
  requests: 'Requests',
  uncharged: 'Failed requests',
  generated: 'Generated prompts',
  saved: 'Saved prompts',
  runs: 'Runs',
} as const;
export type ActivityList = keyof typeof ACTIVITY_LISTS;

export const ACTIVITY_RUN_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

export const ACTIVITY_TABLE = {
  pageSizes: [50, 25, 100],
  filters: ['category', 'status', 'days', 'payer', 'provider'],
} as const satisfies TableOptions;

const activityQuerySchema = z.object({
  list: z.enum(Object.keys(ACTIVITY_LISTS) as ActivityList[]).default('requests'),
  /** Of generated and saved prompts. */
  category: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Of runs. */
  status: z.enum(ACTIVITY_RUN_STATUSES).optional(),
  /** Of requests, failed ones too: so many days back, to the minute. */
  days: z.enum(['1', '7']).optional(),
  /** Of requests: those that this installation paid for. */
  payer: z.literal('free').optional(),
  /** Of failed requests. */
  provider: z.string().min(1).max(100).optional(),
  /** Where a list goes on, as the page before gave it. */
  after: z.string().max(100).optional(),
  pageSize: z.number().int().min(1).max(100).default(50),
});
export type ActivityQuery = z.output<typeof activityQuerySchema>;

/** What the page's address asks for; a wrong part of it counts as not being there. */
export const activityAddressSchema = z
  .record(z.string(), z.string())
  .transform((address) =>
    readLeniently(activityQuerySchema, { ...tableQuery(address, ACTIVITY_TABLE), list: address.list }),
  );
