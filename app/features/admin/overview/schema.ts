import { z } from '~/core/shared/zod';

export const overviewSchema = z.object({
  totalUsers: z.number(),
  newUsers7: z.number(),
  newUsers30: z.number(),
  totalGeneratedPrompts: z.number(),
  totalSavedPrompts: z.number(),
  ocrLast7Days: z.number(),
  ocrChars7: z.number(),
  ocrMs7: z.number(),
  categories: z.array(
    z.object({ id: z.number(), name: z.string(), generatedCount: z.number(), savedCount: z.number() }),
  ),
});
export type Overview = z.output<typeof overviewSchema>;

export const ocrDailyQuerySchema = z.object({ days: z.coerce.number().int().min(1).max(90).default(14) });
export const ocrDailySchema = z.array(
  z.object({ date: z.string(), count: z.number(), chars: z.number(), ms: z.number() }),
);
export type OcrDaily = z.output<typeof ocrDailySchema>;

export const ocrTopUsersQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(90).default(30),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});
export const ocrTopUsersSchema = z.array(
  z.object({
    userId: z.string(),
    user: z.string().meta({ description: 'Their email address.' }),
    count: z.number(),
    chars: z.number(),
    ms: z.number(),
  }),
);
export type OcrTopUser = z.output<typeof ocrTopUsersSchema>[number];
