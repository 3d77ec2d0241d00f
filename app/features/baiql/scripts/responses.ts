import { z } from '~/core/browser/browser-zod';

const version = z.int().check(z.minimum(1));

/** A script as the API returns it. */
export const scriptSchema = z.object({
  scriptId: z.string(),
  name: z.string(),
  /** Incremented by each save. */
  version,
  content: z.string(),
  userId: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SavedScript = z.output<typeof scriptSchema>;

/** A script in the list, without its text. */
export const listedScriptSchema = z.extend(z.omit(scriptSchema, { content: true }), {
  size: z.int().check(z.describe('Bytes of its text.')),
});
export type ListedScript = z.output<typeof listedScriptSchema>;

/** A saved version, without its text. */
export const listedVersionSchema = z.object({
  version,
  name: z.string(),
  size: z.int(),
  isAutosave: z.boolean(),
  savedAt: z.iso.datetime(),
});
export type ListedVersion = z.output<typeof listedVersionSchema>;

export const scriptVersionSchema = z.extend(listedVersionSchema, { content: z.string() });
export type ScriptVersion = z.output<typeof scriptVersionSchema>;
