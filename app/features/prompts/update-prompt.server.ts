import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { PromptsDeps } from './deps.server';
import { checkParts } from './check-parts.server';
import { describePrompt, WITH_NAMES } from './describe-prompt.server';
import { noSuchPrompt } from './find-prompt.server';
import { auditPublication } from './publishing/audit-publication.server';
import { judgePublication, keepPrivate, publish } from './publishing/judge-publication.server';
import type { KeptPrompt } from './answers';
import type { UpdatePrompt } from './schema';
import { textColumns } from './store/prompt-text';
import { keepVersion } from './versions/keep-version.server';

const CHANGED = 'This prompt was changed elsewhere in the meantime. Nothing was overwritten.';

/** Edits a prompt, and publishes or unpublishes it. Fails if the edit is based on an outdated version. */
export async function updatePrompt(
  services: Pick<PromptsDeps, 'clock' | 'prisma' | 'moderation'>,
  actor: Actor,
  { id, ...input }: UpdatePrompt & { id: string },
): Promise<KeptPrompt> {
  const { prisma, clock } = services;
  const { userId } = actor;
  const { content, tags, isPublic, folder, note, baseVersion, ...fields } = input;
  const known = await prisma.savedPrompt.findFirst({
    where: { id, userId },
    select: { isPublic: true, wantsPublic: true, moderation: true },
  });
  if (!known) throw noSuchPrompt();
  const isAwaited = known.wantsPublic && known.moderation !== 'rejected';
  const wantsPublic = isPublic ?? (known.isPublic || isAwaited);
  // Moderated before the transaction, which blocks other writes, because moderation may be slow.
  const verdict = wantsPublic ? await judgePublication(services, input) : null;
  return prisma.$transaction(async (tx) => {
    const row = await tx.savedPrompt.findFirst({ where: { id, userId }, include: WITH_NAMES });
    if (!row) throw noSuchPrompt();
    if (baseVersion !== undefined && baseVersion !== row.version && !isSame(row, input)) {
      throw new DomainError('conflict', CHANGED, {
        code: 'prompt_changed',
        data: { current: describePrompt(row, actor), yours: input },
      });
    }
    await checkParts(tx, input);
    const now = new Date(clock());
    const isEdited = !isSame(row, input);
    const refusedAt = await lastRefusal(tx, id);
    const before = { ...row, isRefused: refusedAt !== null };
    // includes edits made while it was private
    const isChanged = isEdited || (refusedAt !== null && row.updatedAt > refusedAt);
    const { message, ...publication } = verdict
      ? publish({ ...before, isEdited: isChanged }, verdict, now)
      : keepPrivate(before);
    const updated = await tx.savedPrompt.update({
      where: { id },
      data: {
        ...fields,
        ...textColumns(content),
        ...publication,
        ...(tags === undefined ? {} : { tags: JSON.stringify(tags ?? []) }),
        ...(folder === undefined ? {} : { folder }),
        ...(isEdited ? { version: row.version + 1, updatedAt: now } : {}),
      },
      include: WITH_NAMES,
    });
    if (isEdited) await keepVersion(tx, updated, note);
    await auditPublication(tx, services, actor, { before: row, after: updated });
    return { ...describePrompt(updated, actor), message };
  });
}

/** When a moderator rejected it, if that was the last decision. */
async function lastRefusal(tx: Prisma.TransactionClient, id: string): Promise<Date | null> {
  const decision = await tx.auditEvent.findFirst({
    where: { subject: id, action: { in: ['prompt.approved', 'prompt.rejected'] } },
    orderBy: { at: 'desc' },
  });
  return decision?.action === 'prompt.rejected' ? decision.at : null;
}

interface Text {
  title: string;
  description: string;
  content: string;
}

const isSame = (one: Text, other: Text): boolean =>
  one.title === other.title && one.description === other.description && one.content === other.content;
