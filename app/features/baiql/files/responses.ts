import { z } from '~/core/browser/browser-zod';

const isWhole = z.boolean().check(z.describe('False: the file has more than what is shown.'));

const encoding = z.optional(
  z
    .object({
      encoding: z.string().check(z.describe('The one it is read with.')),
      isChosen: z.boolean().check(z.describe('True: chosen with PATCH /api/baiql/files.')),
      readings: z
        .readonly(z.array(z.object({ encoding: z.string(), sample: z.readonly(z.array(z.string())) })))
        .check(z.describe('Likely readings of its first lines; the first is the guess.')),
      others: z.readonly(z.array(z.string())).check(z.describe('Other encodings to choose from.')),
    })
    .check(z.describe('How the text is read. Absent if that is certain.')),
);

/** The preview of a file, within a screen or two. */
export const previewSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    columns: z.readonly(z.array(z.string())),
    placeholders: z.readonly(z.array(z.string())).check(z.describe('How a prompt names each column.')),
    rows: z.readonly(z.array(z.readonly(z.array(z.string())))),
    isWhole,
    encoding,
  }),
  z.object({ kind: z.literal('text'), text: z.string(), isWhole, encoding }),
  z.object({
    kind: z.literal('pages'),
    pageCount: z.int().check(z.describe('GET /api/baiql/files/picture renders each.')),
    text: z.string(),
    isWhole,
  }),
  z.object({ kind: z.literal('picture') }),
  z.object({ kind: z.literal('none'), message: z.string() }),
]);
export type Preview = z.output<typeof previewSchema>;
