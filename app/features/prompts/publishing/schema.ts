import { z } from '~/core/shared/zod';
import { REPORT_CODES } from '../moderation-codes';

export const reportSchema = z.object({
  code: z.enum(REPORT_CODES, { error: 'Choose a reason.' }).meta({
    description: 'What is wrong with it: a moderation code, 1a to 5b without 5a.',
  }),
  note: z.string().trim().max(500, 'A note can have up to 500 characters.').default(''),
});
export type ReportPrompt = z.output<typeof reportSchema>;

export const sharePromptSchema = z.object({
  isShared: z.boolean().meta({ description: 'With your team; false stops sharing.' }),
});

export const reviewRequestSchema = z.object({
  reason: z.string().trim().max(1000, 'A reason can have up to 1,000 characters.').default(''),
});
