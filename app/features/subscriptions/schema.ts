import { z } from '~/core/shared/zod';
import { MAX_SEATS } from './plan-terms';

const seats = z
  .number()
  .int()
  .min(1, 'must be at least 1')
  .max(MAX_SEATS)
  .optional()
  .meta({ description: 'By default the seats you have, or else the plan’s minimum.' });

export const planChoiceSchema = z.object({ PriceId: z.string().min(1).max(100), Seats: seats });
export type PlanChoiceInput = z.output<typeof planChoiceSchema>;

export const planUpdateSchema = planChoiceSchema.extend({
  ProrationDate: z
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'From a preview of the last 30 minutes: the change costs what that showed.' }),
});
export type PlanUpdateInput = z.output<typeof planUpdateSchema>;

export const savedCardSchema = z.object({
  SetupIntentId: z.string().regex(/^seti_\w{1,100}$/, 'must be the id of a setup intent, such as seti_1P…'),
});
