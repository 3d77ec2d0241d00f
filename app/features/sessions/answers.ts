import { z } from '~/core/browser/browser-zod';

/** A session in a list, without its texts. */
export const listedSessionSchema = z.object({
  Id: z.string(),
  Title: z.string(),
  Provider: z.string(),
  Model: z.string(),
  SessionRequests: z.number(),
  SessionTokensIn: z.number(),
  SessionTokensOut: z.number(),
  SessionTotalCostUsd: z.number(),
  SavedAt: z.iso.datetime(),
  SizeBytes: z.number().check(z.describe('Of all its texts.')),
});
export type ListedSession = z.output<typeof listedSessionSchema>;

export const savedSessionSchema = z.extend(listedSessionSchema, {
  IoText: z.string(),
  PromptText: z.string(),
  ThreadJson: z.string(),
  Instructions: z.string(),
});
export type SavedSession = z.output<typeof savedSessionSchema>;
