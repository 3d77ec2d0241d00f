import { pageBeforeNext } from '~/core/shared/page-number';
import { z } from '~/core/shared/zod';
import { ITEM_FILTERS, VERDICTS } from './responses';
import { runParams } from './schema';

// Request schemas for the transactions of a run and their reviews.

const MAX_SEARCH_CHARACTERS = 200;
/** Maximum length of an edited reply. */
const MAX_REPLY_CHARACTERS = 100_000;

export const reviewSchema = z
  .object({
    verdict: z.enum(VERDICTS),
    reply: z
      .string()
      .trim()
      .max(MAX_REPLY_CHARACTERS, 'This reply is longer than 100,000 characters.')
      .optional()
      .meta({ description: 'With `edited`: the corrected reply.' }),
  })
  .refine(({ verdict, reply }) => verdict !== 'edited' || (reply ?? '') !== '', {
    path: ['reply'],
    message: 'Write the reply as it should be.',
  });
export type ReviewRequest = z.output<typeof reviewSchema>;

const place = z.coerce.number().int().min(1).max(999_999_999);
export const itemParams = runParams.extend({ batch: place, number: place });

/** Comparison of two runs, from a row pair on. */
export const compareQuerySchema = z.object({
  a: z.uuid().optional().catch(undefined),
  b: z.uuid().optional().catch(undefined),
  from: z.coerce.number().int().min(0).max(1_000_000).catch(0),
  rows: z.enum(['different', 'all']).catch('different'),
});
export type CompareQuery = z.output<typeof compareQuerySchema>;

export const listItemsSchema = z.object({
  page: pageBeforeNext,
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
  status: z.enum(ITEM_FILTERS).optional(),
  q: z.string().trim().min(1).max(MAX_SEARCH_CHARACTERS).optional().meta({
    description: 'Only items with this in their label, reason, prompt or reply (case-insensitive).',
  }),
  texts: z.enum(['all', 'beginnings']).default('all').meta({
    description:
      '`beginnings`: no prompts, and of each reply only the first 200 characters, as one line of plain text.',
  }),
  after: z
    .string()
    .regex(/^\d{1,9}\/\d{1,9}$/, 'must be what `next` said')
    .transform((place) => {
      const [batch, number] = place.split('/').map(Number);
      return { batch: batch ?? 0, number: number ?? 0 };
    })
    .optional()
    .meta({
      description: 'The `next` of the previous answer: returns the items after it and ignores `page`.',
    }),
});
export type ItemsQuery = z.output<typeof listItemsSchema>;

/** Query parameters of the run page; invalid ones are ignored. */
export const monitorQuerySchema = z.object({
  status: z.enum(ITEM_FILTERS).optional().catch(undefined),
  q: z.string().trim().min(1).max(MAX_SEARCH_CHARACTERS).optional().catch(undefined),
});
export type MonitorQuery = z.output<typeof monitorQuerySchema>;
