import { z } from '~/core/browser/browser-zod';
import { DOC_TYPES } from '~/features/docs';

const docType = z.enum(DOC_TYPES);
const listed = {
  id: z.number(),
  docType,
  slug: z.string(),
  category: z.string().check(z.describe('Of the FAQ; empty elsewhere.')),
  title: z.string().check(z.describe('In the FAQ, the question.')),
  isPublished: z.boolean(),
  isEdited: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
};
export const adminDocListSchema = z.object({ items: z.array(z.object(listed)) });
export type AdminDocList = z.output<typeof adminDocListSchema>;

export const adminDocSchema = z.object({
  ...listed,
  content: z.string().check(z.describe('In the FAQ, the answer.')),
});
export type AdminDoc = z.output<typeof adminDocSchema>;

export const docVersionSchema = z.object({ version: z.number(), title: z.string(), content: z.string() });
export type DocVersion = z.output<typeof docVersionSchema>;
