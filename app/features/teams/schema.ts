import { plainName } from '@promptwell/text/plain-name';
import { EMAIL_PATTERN, normalizeEmail } from '~/core/shared/email';
import { pageInAddress } from '~/core/shared/page-number';
import { LAST_PAGE } from '~/core/shared/pages';
import { LINE_OR_CONTROL, z } from '~/core/shared/zod';
import { parseNumber } from '~/ui/form/parse-number';
import type { TableOptions } from '~/ui/table/table-state';
import { MAX_BUDGET_DOLLARS, MEMBERS_PER_PAGE, RANKS } from './team-terms';

const userId = z.string().min(1).max(64);
const rank = z.enum(RANKS);

export const inviteSchema = z.object({
  email: z
    .string()
    .overwrite(normalizeEmail)
    .max(254)
    .pipe(z.email({ pattern: EMAIL_PATTERN, error: 'Enter an email address.' })),
  rank: rank.default('member'),
});
export const invitationIdSchema = z.object({ invitationId: z.string().min(1).max(64) });
export const memberIdSchema = z.object({ userId });
export const rankSchema = z.object({ userId, rank });
export const budgetSchema = z.object({
  userId,
  /** Dollars per month; empty: no budget. */
  budget: z
    .string()
    .transform((text) => parseNumber(text) ?? Number.NaN)
    .pipe(
      z
        .number('Enter an amount in dollars.')
        .min(0, 'Enter 0 or more.')
        .max(MAX_BUDGET_DOLLARS, `Enter at most $${MAX_BUDGET_DOLLARS.toLocaleString('en-US')}.`),
    )
    .optional(),
});
export const renameSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(80, 'A name can have up to 80 characters.')
    .refine((name) => !LINE_OR_CONTROL.test(name), 'The name contains characters that are not allowed.')
    .overwrite(plainName)
    .min(1, 'Enter a name.'),
});

/** Query parameters of an invitation link. */
export const joinQuerySchema = z.object({ token: z.string().max(100).catch('') });
/** Query parameters of the team page; invalid ones are ignored. */
export const teamQuerySchema = z.object({ page: pageInAddress });

export const TEAM_TABLE = {
  pageSizes: [MEMBERS_PER_PAGE],
  lastPage: LAST_PAGE,
} as const satisfies TableOptions;
