import type { Prisma } from '@prisma/client';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { PromptsDeps } from '../deps.server';

interface Standing {
  isPublic: boolean;
  wantsPublic: boolean;
  moderation: string;
}

/** Audits publication, requests for approval and withdrawals. Edits are not audited, since versions record them. */
export async function auditPublication(
  tx: Prisma.TransactionClient,
  services: Pick<PromptsDeps, 'clock'>,
  actor: Actor,
  { before, after }: { before: Standing; after: Standing & { id: string } },
): Promise<void> {
  const action = actionOf(before, after);
  if (action === undefined) return;
  await writeAudit(tx, services, actor, {
    action,
    subject: after.id,
    detail: { author: actor.userId, state: after.moderation },
  });
}

function actionOf(before: Standing, after: Standing): string | undefined {
  const isSame =
    before.isPublic === after.isPublic &&
    before.wantsPublic === after.wantsPublic &&
    before.moderation === after.moderation;
  if (isSame) return undefined;
  if (after.moderation === 'appealed') return 'prompt.appealed';
  if (after.moderation === 'review') return 'prompt.review-requested';
  return after.isPublic ? 'prompt.published' : 'prompt.unpublished';
}
