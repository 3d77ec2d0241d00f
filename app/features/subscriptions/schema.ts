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
