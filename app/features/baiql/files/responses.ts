import { z } from '~/core/browser/browser-zod';

const isWhole = z.boolean().check(z.describe('False: the file has more than what is shown.'));

/** The preview of a file, within a screen or two. */
export const previewSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    columns: z.readonly(z.array(z.string())),
    placeholders: z.readonly(z.array(z.string())).check(z.describe('How a prompt names each column.')),
    rows: z.readonly(z.array(z.readonly(z.array(z.string())))),
    isWhole,
  }),
  z.object({ kind: z.literal('text'), text: z.string(), isWhole }),
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
