import { isEncoding } from '~/core/shared/is-encoding';
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

export const changeFileSchema = z
  .object({
    path,
    to: path.optional().meta({ description: 'A new name, or where it moves.' }),
    encoding: z
      .string()
      .max(40)
      .refine(isEncoding, 'Use a name of the Encoding Standard, such as windows-1252 or shift_jis.')
      .nullable()
      .optional()
      .meta({
        description:
          'How scripts and previews read a text whose encoding is a guess, until it is replaced. ENCODING in a script wins; null forgets the choice.',
      }),
  })
  .refine(
    ({ to, encoding }) => (to === undefined) !== (encoding === undefined),
    'Send either a new name (to) or an encoding.',
  );
export type ChangeFile = z.output<typeof changeFileSchema>;

export const fileEntrySchema = z.object({
  name: z.string(),
  /** Virtual path; a folder's ends with `/`. */
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  /** Bytes; 0 for a folder. */
  size: z.number().int(),
  modifiedAt: z.iso.datetime(),
  encodings: z.array(z.string()).readonly().optional().meta({
    description:
      'Likely encodings of a text that can be read in more than one way; the first is the one it is read with. Absent where it is clear or chosen.',
  }),
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
