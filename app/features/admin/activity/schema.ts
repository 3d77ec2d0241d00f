import { readLeniently, z } from '~/core/shared/zod';
import { tableQuery, type TableOptions } from '~/ui/table/table-state';

/** The lists, by their name in the URL. */
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
  /** For generated and saved prompts. */
  category: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** For runs. */
  status: z.enum(ACTIVITY_RUN_STATUSES).optional(),
  /** For requests, including failed ones: the last days, to the minute. */
  days: z.enum(['1', '7']).optional(),
  /** For requests: only those paid by the platform. */
  payer: z.literal('free').optional(),
  /** For failed requests. */
  provider: z.string().min(1).max(100).optional(),
  /** Cursor from the previous page. */
  after: z.string().max(100).optional(),
  pageSize: z.number().int().min(1).max(100).default(50),
});
export type ActivityQuery = z.output<typeof activityQuerySchema>;

/** Query of the activity page. Invalid values are ignored. */
export const activityAddressSchema = z
  .record(z.string(), z.string())
  .transform((address) =>
    readLeniently(activityQuerySchema, { ...tableQuery(address, ACTIVITY_TABLE), list: address.list }),
  );
