import type { ErrorKind } from '~/core/shared/errors';
import type { RateLimit } from '~/core/server/rate-limits.server';
import { z } from '~/core/shared/zod';
import { isEncoding } from '~/core/shared/is-encoding';
import { OCR_LANGUAGES_PATTERN, OCR_LANGUAGES_PROBLEM } from './limits';

export const DOCUMENT_RATE_LIMIT: RateLimit = {
  name: 'attached-documents',
  points: 30,
  perSeconds: 60,
  message: 'Too many files at once.',
};

const name = z.string().trim().min(1, 'Include the file’s name: its extension says how to read it.').max(255);
/** Of OCR. */
export const ocrLanguagesSchema = z
  .string()
  .regex(OCR_LANGUAGES_PATTERN, OCR_LANGUAGES_PROBLEM)
  .meta({ description: `The OCR languages. ${OCR_LANGUAGES_PROBLEM}` });

const page = z.coerce.number().int().min(1, 'Page numbers start at 1.').max(100_000);

export const documentQuerySchema = z
  .object({
    name,
    ocr: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true')
      .meta({ description: 'Read images, and pages without text, with OCR.' }),
    langs: ocrLanguagesSchema.default('eng'),
    from: page.optional().meta({ description: 'The first page; choosing pages requires Pro.' }),
    to: page.optional(),
    encoding: z
      .string()
      .max(40)
      .refine(isEncoding, 'Use a name of the Encoding Standard, such as windows-1252 or shift_jis.')
      .optional()
      .meta({ description: 'How to read a text. By default it is found out.' }),
  })
  .refine(
    ({ from = 1, to }) => to === undefined || to >= from,
    'The end page can’t come before the start page.',
  );
export type DocumentQuery = z.output<typeof documentQuerySchema>;

export const pictureQuerySchema = z.object({
  name,
  page: page.default(1).meta({ description: 'The page of a TIFF or a PDF.' }),
});

export const DOCUMENT_ERRORS = {
  attachment_invalid: 'unprocessable',
  too_many_documents: 'unavailable',
  paid_user_required: 'forbidden',
} as const satisfies Readonly<Record<string, ErrorKind>>;
