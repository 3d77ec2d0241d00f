import { momentOf } from '~/core/shared/moment';
import { pageInAddress, pageNumber } from '~/core/shared/page-number';
import { z } from '~/core/shared/zod';
import { ALL_CODES, MODERATION_STATES } from '../moderation-codes';
import { promptParams } from '../schema';

const QUEUES = ['open', 'rejected', 'all'] as const;
/** `open`: waiting for a decision. */
export type Queue = (typeof QUEUES)[number];

const codes = z
  .array(z.enum(ALL_CODES, { error: 'There is no such code.' }))
  .max(ALL_CODES.length)
  .transform((list) => [...new Set(list)]);
const notes = z.string().trim().max(2000, 'Notes can have up to 2,000 characters.');

export const flaggedQuerySchema = z.object({
  page: pageNumber,
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
  since: momentOf('its beginning'),
  queue: z.enum(QUEUES).default('all'),
  code: z.enum(ALL_CODES).optional(),
});
export type FlaggedQuery = z.output<typeof flaggedQuerySchema>;

/** The query of Admin → Prompt Moderation; invalid parts count as absent. */
export const moderationAddressSchema = z.object({
  page: pageInAddress,
  queue: z.enum(QUEUES).catch('open'),
  code: z.enum(ALL_CODES).optional().catch(undefined),
  days: z.enum(['7', '30']).optional().catch(undefined),
  /** The open prompt; `last`: the last one of the page. */
  id: promptParams.shape.id.optional().catch(undefined),
});
export type ModerationAddress = z.output<typeof moderationAddressSchema>;

export const moderationUpdateSchema = z.object({
  moderationCodes: codes.optional(),
  moderationNotes: notes.optional(),
});

export const flagSchema = z
  .object({
    isFlagged: z.literal(true).optional().meta({
      description:
        'Only flags: a prompt that is hidden already is left as it is, and the answer is 409 already_hidden. Without it, the flag is toggled.',
    }),
  })
  .default({});

export const decisionSchema = z.object({
  decision: z.enum(['approve', 'reject']),
  version: z.coerce.number().int().positive().meta({
    description:
      'The version that was reviewed. If another was saved since, the answer is 409 prompt_changed.',
  }),
  moderationState: z.enum(MODERATION_STATES).optional().meta({
    description:
      'The state that was reviewed. If it has another one since, the answer is 409 prompt_decided.',
  }),
  moderationCodes: codes.default([]),
  moderationNotes: notes.default(''),
});
export type PromptDecision = z.output<typeof decisionSchema>;

/** The page's forms include the prompt's id. */
export const decisionFormSchema = decisionSchema.extend(promptParams.shape);
export const notesFormSchema = z.object({
  ...promptParams.shape,
  moderationCodes: codes.default([]),
  moderationNotes: notes.default(''),
});
export const flagFormSchema = promptParams;
