import { z } from '~/core/browser/browser-zod';
import { threadEntrySchema } from './thread';

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
  ChangedAt: z.iso.datetime().check(z.describe('When it was last sent from or saved.')),
  Kind: z.enum(['saved', 'recent']),
  IsPinned: z.boolean(),
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

/** A page of a session's exchanges, newest first. */
export const sessionTurnsSchema = z.object({
  Session: listedSessionSchema,
  PromptText: z.string(),
  Instructions: z.string(),
  Turns: z.array(z.object({ Key: z.string(), Entries: z.array(threadEntrySchema) })),
  Before: z.nullable(z.string()).check(z.describe('For the next page; null on the last one.')),
});
export type SessionTurns = z.output<typeof sessionTurnsSchema>;

/** The link under which a session is shared. */
export const sessionShareSchema = z.object({
  Url: z.string(),
  SharedAt: z.iso.datetime().check(z.describe('It shows the session as it was then.')),
  ExpiresAt: z.iso.datetime(),
  IncludesInstructions: z.boolean(),
});
export type SessionShare = z.output<typeof sessionShareSchema>;
