import { z } from '~/core/shared/zod';

/** The maximum that the language reads. */
const MAX_SCRIPT_BYTES = 1024 * 1024;
export const MAX_NAME_CHARACTERS = 160;
/** Name of a script that has none yet; saving it asks for one. */
export const UNTITLED = 'Untitled';
export const NAME_IT = 'Choose a name other than “Untitled”.';

const COPY = ' (copy)';

/** The name of a copy, within the maximum length of names. */
export const copyName = (name: string): string =>
  `${name.slice(0, MAX_NAME_CHARACTERS - COPY.length)}${COPY}`;

const name = z
  .string()
  .trim()
  .min(1, 'Please enter a name.')
  .max(MAX_NAME_CHARACTERS, `A name can have up to ${MAX_NAME_CHARACTERS} characters.`)
  .refine((text) => text !== UNTITLED, NAME_IT);

const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;

export const scriptText = z
  .string()
  .refine((text) => byteLength(text) <= MAX_SCRIPT_BYTES, 'A script can be up to 1 MB.');

const version = z.number().int().min(1);

/** The editor sends `userId: null`; the session determines the user. */
export const saveScriptSchema = z.object({
  name,
  content: scriptText,
  isAutosave: z
    .boolean()
    .optional()
    .meta({ description: 'Autosaves within an hour are kept as one version.' }),
});
export type SaveScript = z.output<typeof saveScriptSchema>;

export const updateScriptSchema = saveScriptSchema.extend({
  baseVersion: version.optional().meta({
    description: 'The version that the change was made from. If another was saved since, the answer is 409.',
  }),
});
export type UpdateScript = z.output<typeof updateScriptSchema>;

export const renameScriptSchema = z.object({ name });

/** Maximum body size of calls with a script: JSON may take six characters for one. */
export const MAX_SCRIPT_BODY_BYTES = 6 * MAX_SCRIPT_BYTES + 64 * 1024;

export const scriptParams = z.object({ id: z.uuid() });
export const versionParams = scriptParams.extend({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31),
});
