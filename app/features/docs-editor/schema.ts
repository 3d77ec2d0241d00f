import type { ErrorKind } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import { DOC_TYPES, externalImages, type DocType } from '~/features/docs';

const MAX_QUESTION_CHARACTERS = 500;
const MAX_TITLE_CHARACTERS = 200;
const MAX_CONTENT_CHARACTERS = 200_000;

export const DOC_TYPE_LABELS: Readonly<Record<DocType, string>> = {
  faq: 'FAQ',
  AppInfo: 'Learn',
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
  disclaimer: 'Disclaimer',
};

const text = (name: string, maxCharacters: number) =>
  z
    .string(`Enter the ${name}.`)
    .trim()
    .min(1, `Enter the ${name}.`)
    .max(maxCharacters, `The ${name} must have at most ${maxCharacters.toLocaleString('en-US')} characters.`);

const content = text('content', MAX_CONTENT_CHARACTERS);
/** Learn documents are Markdown; others are plain text. */
const markdown = content.superRefine((written, context) => {
  const [address] = externalImages(written);
  if (address !== undefined)
    context.addIssue({
      code: 'custom',
      message: `Pictures of other sites can’t be shown here: ${address}. Link to it instead, as in [a picture](${address}).`,
    });
});
/** Fields by type; a question may be longer than a title. */
export const docFieldsOf = (type: DocType) =>
  type === 'faq'
    ? { title: text('question', MAX_QUESTION_CHARACTERS), content: text('answer', MAX_CONTENT_CHARACTERS) }
    : { title: text('title', MAX_TITLE_CHARACTERS), content: type === 'AppInfo' ? markdown : content };

/** The version that the edit is based on; newer ones aren't overwritten. */
const version = z.coerce.number().int().min(1);

export const docFormSchema = (type: DocType) =>
  z.object({
    ...docFieldsOf(type),
    version,
    isPublished: z
      .literal('on')
      .optional()
      .transform((value) => value === 'on'),
  });

/** The type is unknown until the text is loaded, so `saveDoc` validates the rest. */
export const docFormInputSchema = z.object({
  title: z.string().default(''),
  content: z.string().default(''),
  version,
  isPublished: docFormSchema('faq').shape.isPublished,
});

const docType = z.enum(DOC_TYPES);
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const docsEditQuerySchema = z.object({ type: docType.catch('faq').default('faq') });
export const docEditParams = z.object({ id });

export const adminDocListQuerySchema = z.object({ docType: docType.default('faq') });
export const adminDocItemQuerySchema = z.object({ docType, id });
export const docVersionQuerySchema = z.object({ id, version });

/** FAQ items have question and answer, others title and content. */
export const updateDocSchema = z.object({
  docType,
  id,
  question: z.string().optional(),
  answer: z.string().optional(),
  title: z.string().optional(),
  content: z.string().optional(),
  version: version.optional(),
});

export const putDocSchema = z.object({
  slug: z.string().max(200).optional(),
  title: z.string(),
  content: z.string(),
  type: z.literal('AppInfo', 'The only document type is AppInfo.').default('AppInfo'),
  isPublished: z.boolean().default(true),
  version: version.optional(),
});

export const DOC_BODY_BYTES = 1024 * 1024;
export const DOC_EDIT_ERRORS = {
  doc_not_found: 'not-found',
  doc_changed: 'conflict',
  syntax_error: 'invalid',
  slug_fixed: 'invalid',
} as const satisfies Readonly<Record<string, ErrorKind>>;

/** A listed version; its text is loaded on demand. */
export interface ListedDocVersion {
  version: number;
  at: string;
  /** Null for versions that came with the program. */
  by: string | null;
}
