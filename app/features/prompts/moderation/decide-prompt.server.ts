import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import { queueMail, sendDueMails } from '~/features/mails/index.server';
import type { PromptsDeps } from '../deps.server';
import { noSuchPrompt } from '../find-prompt.server';
import { describeFlagged, findForModeration } from './list-flagged.server';
import { aboutPrompt, type ModerationNews } from './moderation-mails.server';
import type { FlaggedPrompt } from '../answers';
import type { PromptDecision } from './schema';

type Deps = Pick<
  PromptsDeps,
  | 'log'
  | 'clock'
  | 'prisma'
  | 'paymentMutex'
  | 'deferredWrites'
  | 'mailQueueKey'
  | 'mailer'
  | 'background'
  | 'mailComposers'
>;

type Row = NonNullable<Awaited<ReturnType<typeof findForModeration>>>;
/** The fields a decision may change. */
type Standing = Pick<
  Row,
  'moderation' | 'flaggedAt' | 'isPublic' | 'wantsPublic' | 'moderationCodes' | 'moderationNotes'
>;

/**
 * Approves or rejects a prompt and mails its author. Fails if the prompt or its state changed since the moderator read
 * it.
 */
export async function decidePrompt(
  services: Deps,
  actor: Actor,
  {
    id,
    decision,
    version,
    moderationState,
    moderationCodes,
    moderationNotes,
  }: PromptDecision & { id: string },
): Promise<FlaggedPrompt> {
  const isApproved = decision === 'approve';
  return change(services, actor, id, isApproved ? 'prompt.approved' : 'prompt.rejected', (row) => {
    if (row.version !== version)
      throw new DomainError('conflict', 'The author has changed this prompt since you opened it.', {
        code: 'prompt_changed',
      });
    if (moderationState !== undefined && row.moderation !== moderationState)
      throw new DomainError(
        'conflict',
        `Another moderator decided on “${row.title}”, or its author appealed, since you opened it. Nothing was changed.`,
        { code: 'prompt_decided' },
      );
    return isApproved
      ? { ...cleared(row), moderationNotes }
      : {
          ...held(services, row),
          moderation: 'rejected',
          isPublic: false,
          wantsPublic: row.isPublic || row.wantsPublic,
          moderationCodes: JSON.stringify(moderationCodes),
          moderationNotes,
        };
  });
}

/** Flags a prompt, which hides it from the community. Has no effect on a hidden prompt. */
export const flagPrompt = (services: Deps, actor: Actor, id: string): Promise<FlaggedPrompt> =>
  change(services, actor, id, 'prompt.flagged', (row) => {
    if (row.moderation !== 'clear')
      throw new DomainError('conflict', 'This prompt is already hidden.', { code: 'already_hidden' });
    return { ...held(services, row), moderation: 'flagged' };
  });

/** Toggles a prompt's flag, as specified for this call. */
export async function toggleFlag(services: Deps, actor: Actor, id: string): Promise<FlaggedPrompt> {
  const row = await findForModeration(services.prisma, id);
  if (!row) throw noSuchPrompt();
  const isFlagged = row.moderation !== 'clear';
  return change(services, actor, id, isFlagged ? 'prompt.approved' : 'prompt.flagged', (current) =>
    isFlagged ? cleared(current) : { ...held(services, current), moderation: 'flagged' },
  );
}

/** Sets codes and notes without a decision. */
export const noteOnPrompt = (
  services: Deps,
  actor: Actor,
  {
    id,
    moderationCodes,
    moderationNotes,
  }: { id: string; moderationCodes?: readonly string[] | undefined; moderationNotes?: string | undefined },
): Promise<FlaggedPrompt> =>
  change(services, actor, id, 'prompt.noted', () => ({
    ...(moderationCodes === undefined ? {} : { moderationCodes: JSON.stringify(moderationCodes) }),
    ...(moderationNotes === undefined ? {} : { moderationNotes }),
  }));

const cleared = (row: Row) => ({
  moderation: 'clear',
  flaggedAt: null,
  isPublic: row.isPublic || row.wantsPublic,
  wantsPublic: false,
  moderationCodes: '[]',
});

const held = ({ clock }: Pick<PromptsDeps, 'clock'>, row: Row) => ({
  flaggedAt: row.flaggedAt ?? new Date(clock()),
});

/** Change, audit event and mail in one transaction. A decision resolves all earlier reports. */
async function change(
  services: Deps,
  actor: Actor,
  id: string,
  action: 'prompt.approved' | 'prompt.rejected' | 'prompt.flagged' | 'prompt.noted',
  changeOf: (row: Row) => Partial<Standing>,
): Promise<FlaggedPrompt> {
  const at = new Date(services.clock());
  const described = await services.prisma.$transaction(async (tx) => {
    const row = await findForModeration(tx, id);
    if (!row) throw noSuchPrompt();
    const data = changeOf(row);
    await tx.savedPrompt.update({ where: { id }, data });
    if (action === 'prompt.approved' || action === 'prompt.rejected')
      await tx.promptReport.updateMany({ where: { promptId: id, settledAt: null }, data: { settledAt: at } });
    await writeAudit(tx, services, actor, {
      action,
      subject: id,
      detail: { author: row.userId, codes: data.moderationCodes ?? row.moderationCodes },
    });
    const news = newsOf(row, { ...row, ...data });
    if (news) {
      const mail = { userId: row.userId, kind: 'moderation', about: aboutPrompt(news, id, at) } as const;
      await queueMail({ prisma: tx, clock: services.clock }, mail);
    }
    const changed = await findForModeration(tx, id);
    if (!changed) throw noSuchPrompt();
    return describeFlagged(changed);
  });
  // After the response, so that a slow mail server doesn't delay it.
  services.background.run('moderation mails', () => sendDueMails(services));
  return described;
}

/** The change for the author. Flagging a private prompt neither hides it nor shows it again. */
function newsOf(before: Standing, after: Standing): ModerationNews | undefined {
  const isSaid = (['moderation', 'moderationNotes', 'moderationCodes'] as const).every(
    (name) => before[name] === after[name],
  );
  if (isSaid) return undefined;
  if (after.moderation === 'rejected') return 'rejected';
  if (before.moderation === after.moderation) return undefined;
  const isSeen = before.isPublic || before.wantsPublic;
  if (after.moderation === 'clear') return before.moderation !== 'flagged' || isSeen ? 'approved' : undefined;
  return after.moderation === 'flagged' && before.isPublic ? 'hidden' : undefined;
}
