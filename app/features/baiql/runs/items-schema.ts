import { z } from '~/core/shared/zod';
import { count, page, pageOf, runParams } from './schema';

// What became of the transactions of a run, and what people make of their replies.

/** What is searched for among the transactions of a run. */
export const MAX_SEARCH_CHARACTERS = 200;
const ITEM_STATUSES = ['succeeded', 'failed', 'skipped'] as const;
/** What a list of transactions can be narrowed to. */
const ITEM_FILTERS = [...ITEM_STATUSES, 'edited'] as const;
export const VERDICTS = ['accepted', 'edited', 'asked'] as const;

/** Of a reply by hand. */
export const MAX_REPLY_CHARACTERS = 100_000;

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

/** Two runs side by side, from a place in their pairs of rows. */
export const compareQuerySchema = z.object({
  a: z.uuid().optional().catch(undefined),
  b: z.uuid().optional().catch(undefined),
  from: z.coerce.number().int().min(0).max(1_000_000).catch(0),
  rows: z.enum(['different', 'all']).catch('different'),
});
export type CompareQuery = z.output<typeof compareQuerySchema>;

export const listItemsSchema = z.object({
  page,
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
  status: z.enum(ITEM_FILTERS).optional(),
  q: z.string().trim().min(1).max(MAX_SEARCH_CHARACTERS).optional().meta({
    description: 'Only items with this in their label, reason, prompt or reply (case-insensitive).',
  }),
  texts: z
    .enum(['all', 'beginnings'])
    .default('all')
    .meta({ description: '`beginnings`: no prompts, and only the first 200 characters of each reply.' }),
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

/** What the monitor's address says; a wrong part of it counts as not being there. */
export const monitorQuerySchema = z.object({
  status: z.enum(ITEM_FILTERS).optional().catch(undefined),
  q: z.string().trim().min(1).max(MAX_SEARCH_CHARACTERS).optional().catch(undefined),
});
export type MonitorQuery = z.output<typeof monitorQuerySchema>;

/** What became of one transaction. */
export const runItemSchema = z.object({
  batch: count,
  number: count,
  label: z.string(),
  status: z.enum(ITEM_STATUSES),
  reason: z.string().nullable(),
  costMicroUsd: count.nullable(),
  prompt: z.string(),
  /** As it is in the files. */
  reply: z.string(),
  /** What a person has made of the reply. */
  review: z
    .object({
      verdict: z.enum(VERDICTS),
      isPending: z.boolean().meta({ description: 'The files are still without it.' }),
      text: z.string().meta({ description: 'The corrected reply; empty unless it was edited.' }),
      original: z.string().meta({ description: 'The reply as the model gave it.' }),
    })
    .nullable(),
});
export type RunItem = z.output<typeof runItemSchema>;

/** One transaction as it is reviewed: its reply is whole. */
export const itemDetailSchema = runItemSchema.extend({
  whyNotRevised: z
    .string()
    .nullable()
    .meta({ description: 'Why the reply can be neither corrected nor asked for again; null when it can.' }),
});
export type ItemDetail = z.output<typeof itemDetailSchema>;

/** What was made of the replies of a run. */
export const reviewsSchema = z.object({
  accepted: count,
  edited: count,
  /** The files are still without these. */
  pendingEdits: count,
  pendingAsks: count,
  /** What the transactions to be asked again have cost so far, so about what they will; null where a price is not known. */
  askMicroUsd: count.nullable(),
});
export type RunReviews = z.output<typeof reviewsSchema>;

export const itemPageSchema = pageOf(runItemSchema).extend({
  total: count.nullable().meta({ description: 'With that status; null in a search.' }),
  searched: count.optional().meta({ description: 'In a search: how many items were examined.' }),
  next: z.string().nullable().meta({
    description:
      'Pass it as `after` to continue; null at the end. Pages with long texts are shorter than `pageSize`.',
  }),
});
export type ItemPage = z.output<typeof itemPageSchema>;

/** Why transactions failed, the most frequent reason first. */
export const failuresSchema = z.object({
  groups: z.array(
    z.object({
      /** What differs from one to the next is left open: “…”. */
      reason: z.string(),
      advice: z.string(),
      count,
      first: z.object({ batch: count, number: count }),
    }),
  ),
  isWhole: z.boolean().meta({ description: 'False if the run has more failures than were examined.' }),
});
export type RunFailures = z.output<typeof failuresSchema>;
