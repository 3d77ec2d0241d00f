import { normalizeEmail } from '~/core/shared/email';
import { day } from '~/core/shared/moment';
import { readLeniently, z } from '~/core/shared/zod';
import { tableQuery, type TableOptions } from '~/ui/table/table-state';

/** Labels of the actions; others are shown by their id. */
export const ACTION_LABELS: Readonly<Record<string, string>> = {
  'account.deleted': 'Account deleted',
  'account.first-administrator': 'First administrator created',
  'account.test-drive': 'Test-drive account created',
  'account.test-drive-password': 'Test-drive account given a new password',
  'account.provider-linked': 'Provider linked',
  'account.provider-unlinked': 'Provider unlinked',
  'audit.exported': 'Audit log exported',
  'backup.made': 'Backup made',
  'billing.adjust': 'Balance adjusted',
  'billing.exported': 'Ledger exported',
  'billing.grant': 'Credit granted',
  'content.category': 'Category saved',
  'content.pair': 'Templates saved',
  'content.purpose': 'Purpose saved',
  'content.topic': 'Topic saved',
  'diagnostics.bundle': 'Support bundle downloaded',
  'diagnostics.mail-test': 'Test email sent',
  'docs.saved': 'Docs edited',
  'feedback.exported': 'Feedback exported',
  'key.changed': 'API key changed',
  'key.created': 'API key created',
  'key.policy': 'Who may use API keys changed',
  'key.revoked': 'API key revoked',
  'mail.sent-again': 'Email sent again',
  'model.added': 'Model added',
  'model.changed': 'Model changed',
  'model.deleted': 'Model deleted',
  'moderation.settings': 'Moderation settings saved',
  'model.hidden': 'Model hidden',
  'model.shown': 'Model shown',
  'price.review': 'Price applied from a review',
  'price.upsert': 'Price saved',
  'prompt.appealed': 'Prompt decision appealed',
  'prompt.approved': 'Prompt approved',
  'prompt.deleted': 'Prompt deleted',
  'prompt.flagged': 'Prompt flagged',
  'prompt.noted': 'Moderation codes or notes saved',
  'prompt.published': 'Prompt published',
  'prompt.rejected': 'Prompt not approved',
  'prompt.reported': 'Prompt reported',
  'prompt.review-requested': 'Prompt review requested',
  'prompt.unpublished': 'Prompt made private',
  'provider.added': 'Provider added',
  'provider.changed': 'Provider changed',
  'provider.deleted': 'Provider deleted',
  'provider.key-removed': 'Provider key removed',
  'provider.key-set': 'Provider key set',
  'provider.tested': 'Provider tested',
  'second-factor.required': 'Roles that need a second factor changed',
  'second-factor.reset': 'Second factor reset',
  'session.switched-off': 'Shared session switched off',
  'setup.dismissed': 'Setup checklist hidden',
  'invitation.created': 'Invitation created',
  'invitation.resent': 'Invitation sent again',
  'invitation.used': 'Invitation used',
  'invitation.revoked': 'Invitation revoked',
  'sign-in.proxy-ignored': 'Login headers from an untrusted address ignored',
  'sign-in.refused': 'Login refused',
  'team.budget': 'Team budget changed',
  'team.invited': 'Person invited to a team',
  'team.joined': 'Team joined',
  'team.left': 'Team left',
  'team.rank': 'Team admin changed',
  'team.removed': 'Person removed from a team',
  'user.roles': 'Roles changed',
  'user.sessions-ended': 'Logged out everywhere',
  'user.suspended': 'User suspended',
  'user.unsuspended': 'User unsuspended',
};

/** Days are UTC, inclusive. */
export const auditQuerySchema = z.object({
  action: z.string().trim().max(100).optional(),
  actor: z.string().overwrite(normalizeEmail).max(254).optional().meta({
    description: 'The email address of whoever did it.',
  }),
  subject: z.string().trim().max(300).optional().meta({
    description: 'The ID or email address of the account, model or other thing affected.',
  }),
  from: day.optional(),
  to: day.optional(),
  after: z.string().max(100).optional().meta({ description: 'Where to continue a list: its `next`.' }),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;

export const AUDIT_TABLE = {
  pageSizes: [50, 25, 100],
  filters: ['action', 'actor', 'subject', 'from', 'to'],
} as const satisfies TableOptions;

/** Query of the audit page. Invalid values are ignored. */
export const auditAddressSchema = z
  .record(z.string(), z.string())
  .transform((address) => readLeniently(auditQuerySchema, tableQuery(address, AUDIT_TABLE)));

const auditEventSchema = z.object({
  id: z.string(),
  at: z.string(),
  actorId: z
    .string()
    .nullable()
    .meta({ description: 'None for what nobody known did, such as a refused login.' }),
  actorEmail: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  subjectEmail: z.string().nullable().meta({ description: 'If the subject is an account.' }),
  detail: z.string(),
  address: z.string().nullable().meta({ description: 'Where the request came from.' }),
});
export type AuditEventView = z.output<typeof auditEventSchema>;

export const auditPageSchema = z.object({ items: z.array(auditEventSchema), next: z.string().nullable() });
export type AuditPageData = z.output<typeof auditPageSchema>;
