import { pageNumber } from '~/core/shared/page-number';
import { LAST_PAGE } from '~/core/shared/pages';
import { ROLES } from '~/core/shared/permissions';
import { readLeniently, z } from '~/core/shared/zod';
import { tableQuery, type TableOptions } from '~/ui/table/table-state';
import { emailField } from '../schema';

export const MAX_INVITATION_USES = 1_000;
export const MAX_INVITATION_DAYS = 365;
const MAX_CREDIT_CENTS = 100_000;

const ADMIN_NEEDS_EMAIL = {
  message: 'An administrator’s invitation needs an email address, and works once',
  path: ['email'],
};
const EMAIL_WORKS_ONCE = { message: 'An invitation for an address works once', path: ['maxUses'] };

const isOfOneAdministrator = ({ role, email }: { role: string | null; email: string | null }): boolean =>
  role !== 'admin' || email !== null;
const isOfOneAddress = ({ email, maxUses }: { email: string | null; maxUses: number }): boolean =>
  email === null || maxUses === 1;

/** A new invitation in the API. */
export const newInvitationSchema = z
  .object({
    email: emailField.nullable().meta({
      description: 'The only address that may use it. Null: anyone with the link.',
    }),
    role: z.enum(ROLES).nullable().default(null),
    creditCents: z.number().int().min(0).max(MAX_CREDIT_CENTS).default(0),
    expiresInDays: z.number().int().min(1).max(MAX_INVITATION_DAYS).default(7),
    maxUses: z.number().int().min(1).max(MAX_INVITATION_USES).default(1),
  })
  .refine(isOfOneAdministrator, ADMIN_NEEDS_EMAIL)
  .refine(isOfOneAddress, EMAIL_WORKS_ONCE);
export type NewInvitation = z.output<typeof newInvitationSchema>;

const wholeNumber = (least: number, most: number) => {
  const message = `Enter a number from ${String(least)} to ${String(most)}`;
  return z
    .string(message)
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message));
};

/** The same as a form sends it. */
export const invitationFormSchema = z
  .object({
    email: emailField.optional().transform((email) => email ?? null),
    role: z
      .enum(['', ...ROLES])
      .default('')
      .transform((role) => (role === '' ? null : role)),
    credit: z
      .string()
      .default('0')
      .refine((text) => /^\d{1,4}(?:\.\d{1,2})?$/.test(text), 'Enter dollars from 0.00 to 1000.00')
      .transform((text) => Math.round(Number(text) * 100))
      .pipe(z.number().max(MAX_CREDIT_CENTS, 'Enter dollars from 0.00 to 1000.00')),
    expiresInDays: wholeNumber(1, MAX_INVITATION_DAYS),
    maxUses: wholeNumber(1, MAX_INVITATION_USES),
  })
  .refine(isOfOneAdministrator, ADMIN_NEEDS_EMAIL)
  .refine(isOfOneAddress, EMAIL_WORKS_ONCE);

export const invitationParams = z.object({ id: z.string().min(1).max(64) });

export const invitationsQuerySchema = z.object({
  page: pageNumber,
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
});
export type InvitationsQuery = z.output<typeof invitationsQuerySchema>;

export const INVITATIONS_TABLE = {
  pageSizes: [25, 50, 100],
  lastPage: LAST_PAGE,
} as const satisfies TableOptions;

/** Query of the Invitations page. Invalid values fall back to defaults. */
export const invitationsPageQuerySchema = z
  .record(z.string(), z.string())
  .transform((address) => readLeniently(invitationsQuerySchema, tableQuery(address, INVITATIONS_TABLE)));

export const invitationSchema = z.object({
  id: z.string(),
  link: z.string().nullable().meta({ description: 'While it is open.' }),
  email: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  creditCents: z.number(),
  maxUses: z.number(),
  useCount: z.number(),
  state: z.enum(['open', 'used', 'expired', 'revoked']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  createdBy: z.string(),
  uses: z.array(z.object({ userId: z.string(), email: z.string(), usedAt: z.iso.datetime() })),
});
export type Invitation = z.output<typeof invitationSchema>;

export const invitationListSchema = z.object({
  invitations: z.array(invitationSchema),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});
export type InvitationList = z.output<typeof invitationListSchema>;

/** Query of /invite. */
export const inviteQuery = z.object({ token: z.string().max(200).default('') });
