import { createHash, randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { planOf, type Plan } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import type { PromptsDeps } from './deps.server';
import { checkParts } from './check-parts.server';
import { describePrompt, WITH_NAMES } from './describe-prompt.server';
import { noSuchPrompt } from './find-prompt.server';
import { visibleTo } from './visible-prompts.server';
import { auditPublication } from './publishing/audit-publication.server';
import { CLEAR, judgePublication, publish } from './publishing/judge-publication.server';
import type { KeptPrompt } from './answers';
import type { SavePrompt } from './schema';
import { textColumns } from './store/prompt-text';
import { MAX_PROMPTS } from './limits';
import { keepVersion } from './versions/keep-version.server';

const FREE_LIMIT = 12;

/** Saves a prompt. With a key, a retry creates no second prompt. */
export async function savePrompt(
  services: Pick<PromptsDeps, 'clock' | 'prisma' | 'ledger' | 'moderation' | 'preferences'>,
  actor: Actor,
  input: SavePrompt,
  saveKey?: string,
): Promise<KeptPrompt> {
  const { prisma, clock } = services;
  const plan = await planFor(services, actor);
  const now = new Date(clock());
  const { content, tags, isPublic, sourceId, ...fields } = input;
  const isPublished = sourceId === undefined && (isPublic ?? (await sharesByDefault(services, actor)));
  const { message, ...publication } = isPublished
    ? publish({ ...CLEAR, isEdited: true, isRefused: false }, await judgePublication(services, input), now)
    : CLEAR;
  const id = saveKey === undefined ? randomUUID() : idFor(actor, saveKey);
  return prisma.$transaction(async (tx) => {
    const before = await tx.savedPrompt.findUnique({ where: { id }, include: WITH_NAMES });
    if (before) {
      await refuseOther(tx, id, input);
      return { ...describePrompt(before, actor), message: '' };
    }
    // Counted in the same transaction, so that concurrent saves can't exceed the limit.
    await refuseBeyond(tx, actor, plan, 1);
    await checkParts(tx, input);
    if (sourceId !== undefined) await checkSource(tx, actor, sourceId);
    const row = await tx.savedPrompt.create({
      data: {
        ...fields,
        ...textColumns(content),
        ...publication,
        id,
        userId: actor.userId,
        tags: JSON.stringify(tags),
        sourceId: sourceId ?? null,
        createdAt: now,
        updatedAt: now,
      },
      include: WITH_NAMES,
    });
    await keepVersion(tx, row, '');
    await auditPublication(tx, services, actor, { before: CLEAR, after: row });
    return { ...describePrompt(row, actor), message };
  });
}

/**
 * If the key belongs to a prompt with other content, the new content would be lost. Without its first version, that
 * can't be decided.
 */
async function refuseOther(tx: Prisma.TransactionClient, promptId: string, input: SavePrompt): Promise<void> {
  const { title, description, content } = input;
  const first = await tx.savedPromptVersion.findFirst({ where: { promptId, version: 1 } });
  if (!first || (first.title === title && first.description === description && first.content === content))
    return;
  throw new DomainError(
    'unprocessable',
    'This idempotency key was used for another prompt. Use a new key for a new prompt.',
    { code: 'idempotency_key_reused' },
  );
}

/** A user's key identifies one prompt. */
export const idFor = ({ userId }: Actor, key: string): string =>
  createHash('sha256')
    .update(`${userId} ${key}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');

async function sharesByDefault(
  { preferences }: Pick<PromptsDeps, 'preferences'>,
  { userId }: Actor,
): Promise<boolean> {
  return (await preferences.read(userId)).DefaultSavedPromptIsPublic;
}

export const planFor = async (
  { ledger }: Pick<PromptsDeps, 'ledger'>,
  { roles, userId }: Actor,
): Promise<Plan> => planOf(roles, await ledger.balance(userId));

/** Throws if `more` prompts exceed the plan's limit. */
export async function refuseBeyond(
  tx: Prisma.TransactionClient,
  { userId }: Actor,
  plan: Plan,
  more: number,
): Promise<void> {
  const count = (await tx.savedPrompt.count({ where: { userId } })) + more;
  if (plan === 'free' && count > FREE_LIMIT) {
    throw new DomainError('payment-required', `Free plan limit reached: up to ${FREE_LIMIT} saved prompts.`, {
      code: 'free_saved_limit',
    });
  }
  if (count > MAX_PROMPTS) {
    throw new DomainError(
      'conflict',
      `You can have up to ${MAX_PROMPTS.toLocaleString('en-US')} saved prompts. Delete some to save new ones.`,
      {
        code: 'too_many_prompts',
      },
    );
  }
}

async function checkSource(tx: Prisma.TransactionClient, { userId }: Actor, id: string): Promise<void> {
  const source = await tx.savedPrompt.findFirst({
    where: { id, ...visibleTo(userId) },
    select: { userId: true },
  });
  if (!source) throw noSuchPrompt();
  if (source.userId === userId)
    throw new DomainError('conflict', 'You cannot save your own prompt to your collection', {
      code: 'own_prompt',
    });
}
