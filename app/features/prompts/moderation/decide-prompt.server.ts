import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { Services } from '~/services';
import { noSuchPrompt } from '../find-prompt.server';
import { MODERATION_CODES } from '../moderation-codes';
import { describeFlagged, findForModeration } from './list-flagged.server';
import type { FlaggedPrompt, PromptDecision } from './schema';

type Row = NonNullable<Awaited<ReturnType<typeof findForModeration>>>;
type Change = Pick<
  Prisma.SavedPromptUpdateInput,
  'moderation' | 'flaggedAt' | 'isPublic' | 'wantsPublic' | 'moderationCodes' | 'moderationNotes'
>;

/** Approves a prompt, or refuses to publish it. Its author is told by mail; a change since then is not decided about. */
export async function decidePrompt(
  services: Services,
  actor: Actor,
  { id, decision, version, moderationCodes, moderationNotes }: PromptDecision & { id: string },
): Promise<FlaggedPrompt> {
  const isApproved = decision === 'approve';
  const prompt = await change(
    services,
    actor,
    id,
    isApproved ? 'prompt.approved' : 'prompt.rejected',
    (row) => {
      if (row.version !== version)
        throw new DomainError('conflict', 'The author has changed this prompt since you opened it.', {
          code: 'prompt_changed',
        });
      return isApproved
        ? { ...cleared(row), moderationNotes }
        : {
            ...held(services, row),
            moderation: 'rejected',
            isPublic: false,
            wantsPublic: true,
            moderationCodes: JSON.stringify(moderationCodes),
            moderationNotes,
          };
    },
  );
  tellAuthor(services, prompt, isApproved);
  return prompt;
}

/** Flags a prompt, which hides it from the community, or takes that back. */
export async function toggleFlag(services: Services, actor: Actor, id: string): Promise<FlaggedPrompt> {
  const row = await findForModeration(services.prisma, id);
  if (!row) throw noSuchPrompt();
  const isFlagged = row.moderation !== 'clear';
  return change(services, actor, id, isFlagged ? 'prompt.approved' : 'prompt.flagged', (current) =>
    isFlagged ? cleared(current) : { ...held(services, current), moderation: 'flagged' },
  );
}

/** Notes codes and words on a prompt without deciding. */
export const noteOnPrompt = (
  services: Services,
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

const cleared = (row: Row): Change => ({
  moderation: 'clear',
  flaggedAt: null,
  isPublic: row.isPublic || row.wantsPublic,
  wantsPublic: false,
  moderationCodes: '[]',
});

const held = ({ clock }: Services, row: Row): Change => ({ flaggedAt: row.flaggedAt ?? new Date(clock()) });

/** The change and its audit event, or neither. A decision settles what people reported until then. */
async function change(
  services: Services,
  actor: Actor,
  id: string,
  action: 'prompt.approved' | 'prompt.rejected' | 'prompt.flagged' | 'prompt.noted',
  changeOf: (row: Row) => Change,
): Promise<FlaggedPrompt> {
  const at = new Date(services.clock());
  return services.prisma.$transaction(async (tx) => {
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
    const changed = await findForModeration(tx, id);
    if (!changed) throw noSuchPrompt();
    return describeFlagged(changed);
  });
}

/** After the answer: a mail server that is slow or gone does not undo a decision. */
function tellAuthor(services: Services, prompt: FlaggedPrompt, isApproved: boolean): void {
  const { mailer, siteUrl } = services;
  const reasons = prompt.moderationCodes.map((code) => MODERATION_CODES[code].toLowerCase()).join(', ');
  const where = isApproved ? `/saved-prompts/${prompt.id}` : '/saved-prompts';
  const paragraphs = isApproved
    ? [
        `A moderator approved your prompt “${prompt.title}”.`,
        prompt.isPublic
          ? 'Everyone can see it in the community section now:'
          : 'It stays private until you publish it:',
      ]
    : [
        `A moderator looked at your prompt “${prompt.title}” and did not approve it${reasons ? ` (${reasons})` : ''}. It stays in your prompts and is private.`,
        ...(prompt.moderationNotes ? [`The moderator’s note: ${prompt.moderationNotes}`] : []),
        'You can change it and publish it again, or appeal:',
      ];
  services.background.run('prompt decision mail', () =>
    mailer.send({
      to: { name: prompt.userName, address: prompt.userEmail },
      subject: isApproved ? 'Your prompt was approved' : 'Your prompt was not approved',
      text:
        [`Hello ${prompt.userName},`, ...paragraphs, `${siteUrl()}${where}`, 'Promptwell'].join('\n\n') +
        '\n',
    }),
  );
}
