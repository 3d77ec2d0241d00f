import type { ErrorKind } from '~/core/shared/errors';
import { pageNumber } from '~/core/shared/page-number';
import { LAST_PAGE } from '~/core/shared/pages';
import { readLeniently, z } from '~/core/shared/zod';
import { tableQuery, type TableOptions } from '~/ui/table/table-state';

export const UNSENT_MAILS_TABLE = {
  pageSizes: [25, 50, 100],
  lastPage: LAST_PAGE,
} as const satisfies TableOptions;

export const unsentMailsQuerySchema = z.object({
  page: pageNumber,
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
});
export type UnsentMailsQuery = z.output<typeof unsentMailsQuerySchema>;

/** Query parameters of the page; invalid ones fall back to their defaults. */
export const unsentMailsAddressSchema = z
  .record(z.string(), z.string())
  .transform((address) => readLeniently(unsentMailsQuerySchema, tableQuery(address, UNSENT_MAILS_TABLE)));

export const mailKeySchema = z.object({
  userId: z.string().min(1).max(64),
  kind: z.string().min(1).max(50),
  about: z.string().max(500).default(''),
});

const unsentMailSchema = mailKeySchema.extend({
  about: z.string().meta({ description: 'With `userId` and `kind`, what identifies the email.' }),
  label: z.string().meta({ description: 'The kind in words.' }),
  recipient: z.string(),
  state: z.enum(['waiting', 'refused', 'given-up']),
  since: z.string().meta({ description: 'Since when it has been due.' }),
  attempts: z.number(),
  lastError: z.string().nullable().meta({ description: 'The mail server’s answer to the last attempt.' }),
  nextAttemptAt: z.string().nullable().meta({ description: 'Null if it isn’t tried again by itself.' }),
});
export type UnsentMail = z.output<typeof unsentMailSchema>;

export const unsentMailsSchema = z.object({
  mails: z.array(unsentMailSchema),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});
export type UnsentMails = z.output<typeof unsentMailsSchema>;

export const sentAgainSchema = z.object({ message: z.string() });

export const MAIL_ERRORS = {
  no_such_mail: 'not-found',
  mail_refused: 'upstream-failed',
  unknown_mail: 'unprocessable',
  mail_not_sent: 'upstream-failed',
} as const satisfies Readonly<Record<string, ErrorKind>>;
