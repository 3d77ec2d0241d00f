import { z } from '~/core/shared/zod';

const path = z.string().min(1, 'Name a file or folder: path=/data/input/…').max(1_000);

export const folderQuerySchema = z.object({ path: path.optional() });
const run = z
  .string()
  .max(100)
  .optional()
  .meta({ description: 'The run whose file it is: what that run wrote, whatever took its place since.' });
export const pathQuerySchema = z.object({ path, run });
export const pictureQuerySchema = z.object({
  path,
  run,
  page: z.coerce.number().int().min(1).max(100_000).default(1).meta({ description: 'Of a PDF, from 1.' }),
});
export const renameSchema = z.object({ path, to: path });
export type RenameFile = z.output<typeof renameSchema>;

export const fileEntrySchema = z.object({
  name: z.string(),
  /** Virtual path; a folder's ends with `/`. */
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  /** Bytes; 0 for a folder. */
  size: z.number().int(),
  modifiedAt: z.iso.datetime(),
  /** The run that wrote the file. */
  run: z.object({ executionId: z.string(), scriptName: z.string() }).optional(),
});
export type FileEntry = z.output<typeof fileEntrySchema>;

export const listingSchema = z.object({
  path: z.string(),
  entries: z.array(fileEntrySchema).readonly(),
  usedBytes: z.number().int(),
  replacedBytes: z
    .number()
    .int()
    .meta({ description: 'Of these: earlier outputs that runs keep. They give way when room is needed.' }),
  quotaBytes: z.number().int(),
});
export type Listing = z.output<typeof listingSchema>;

export const uploadedSchema = z.object({ entries: z.array(fileEntrySchema) });
