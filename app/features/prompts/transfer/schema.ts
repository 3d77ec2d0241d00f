import { z } from '~/core/shared/zod';

/** Maximum size of an imported file. */
const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** JSON may double a character. Free accounts hold few prompts. */
export const MAX_IMPORT_BODY_BYTES = { free: MAX_IMPORT_BYTES, pro: 2 * MAX_IMPORT_BYTES } as const;

export const importSchema = z.object({
  name: z.string().max(300).meta({ description: 'The file’s name; its extension says whether it is CSV.' }),
  text: z.string().max(MAX_IMPORT_BYTES, 'The file is larger than 10 MB. Import it in parts.'),
});
export type ImportPrompts = z.output<typeof importSchema>;

export const exportQuerySchema = z.object({ format: z.enum(['json', 'csv']).default('json') });
export type ExportQuery = z.output<typeof exportQuerySchema>;
