import type { Prisma } from '@prisma/client';
import { DAY_MS } from '~/core/shared/clock';
import { countPages } from '~/core/shared/pages';
import type { Actor } from '~/core/server/session.server';
import { listAudit, auditQuerySchema } from '~/features/audit/index.server';
import type { PromptsDeps } from '../deps.server';
import { codesOf, describePrompt, WITH_NAMES } from '../describe-prompt.server';
import { noSuchPrompt } from '../find-prompt.server';
import { LAST_OF_PAGE, MODERATION_CODES, type ModerationCode } from '../moderation-codes';
import type { FlaggedPrompt } from '../answers';
import { beginningOf } from '../store/prompt-text';
import type { FlaggedQuery, ModerationAddress, Queue } from './schema';

type Deps = Pick<PromptsDeps, 'clock' | 'prisma' | 'preferences'>;

/** Length of the text excerpt in lists. */
const PREVIEW_CHARACTERS = 160;

const OF_QUEUE: Readonly<Record<Queue, Prisma.SavedPromptWhereInput>> = {
  open: { moderation: { in: ['review', 'reported', 'flagged', 'appealed'] } },
  rejected: { moderation: 'rejected' },
  all: {},
};

const WITH_AUTHOR = {
  ...WITH_NAMES,
  user: { select: { firstName: true, lastName: true, email: true, createdAt: true } },
  reports: { where: { settledAt: null }, select: { code: true }, take: 20 },
} as const satisfies Prisma.SavedPromptInclude;

const WITH_REPORTS = {
  ...WITH_AUTHOR,
  reports: { ...WITH_AUTHOR.reports, select: { code: true, note: true, at: true } },
} as const satisfies Prisma.SavedPromptInclude;

type FlaggedRow = Prisma.SavedPromptGetPayload<{ include: typeof WITH_AUTHOR }>;

/** Prompts waiting for a decision. */
export const countAwaitingDecision = ({ prisma }: Pick<PromptsDeps, 'prisma'>): Promise<number> =>
  prisma.savedPrompt.count({ where: OF_QUEUE.open });

/** Flagged prompts with text excerpts, longest waiting first. */
export async function listFlagged(
  { prisma }: Pick<PromptsDeps, 'prisma'>,
  { page, pageSize, since, queue, code }: FlaggedQuery,
) {
  const where: Prisma.SavedPromptWhereInput = {
    // A range instead of `IS NOT NULL`, so that SQLite counts with the index.
    flaggedAt: { gte: new Date(since ?? 0) },
    ...OF_QUEUE[queue],
    ...(code === undefined ? {} : { moderationCodes: { contains: `"${code}"` } }),
  };
  const [total, rows] = [
    await prisma.savedPrompt.count({ where }),
    await prisma.savedPrompt.findMany({
      where,
      orderBy: [{ flaggedAt: 'asc' }, { id: 'asc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
      include: WITH_AUTHOR,
      omit: { content: true },
    }),
  ];
  return {
    prompts: rows.map((row) =>
      describeFlagged({ ...row, content: beginningOf(row.preview, PREVIEW_CHARACTERS) }),
    ),
    total,
    page,
    pageSize,
    totalPages: countPages({ total, pageSize }),
  };
}

/** As shown to administrators, regardless of its owner. */
export const describeFlagged = (row: FlaggedRow): FlaggedPrompt => ({
  ...describePrompt(row, { userId: undefined }),
  moderationCodes: codesOf(row),
  moderationNotes: row.moderationNotes,
  userEmail: row.user.email,
  authorNote: row.authorNote,
  wantsPublic: row.wantsPublic,
  openReports: row.reports.length,
  flaggedDate: row.flaggedAt?.toISOString() ?? null,
});

/** A prompt with its full text, for a decision. */
export async function readFlagged(services: Pick<PromptsDeps, 'prisma'>, id: string): Promise<FlaggedPrompt> {
  const row = await findToRead(services, id);
  if (!row) throw noSuchPrompt();
  return describeFlagged(row);
}

/**
 * Private prompts that aren't flagged can't be read, even by administrators. With a reason, they can flag it first,
 * which is audited (docs/decisions/0044-what-the-console-lists.md).
 */
async function findToRead({ prisma }: Pick<PromptsDeps, 'prisma'>, id: string) {
  const row = await findForModeration(prisma, id);
  return row?.isPublic === false && row.moderation === 'clear' ? null : row;
}

export const findForModeration = (tx: Pick<Prisma.TransactionClient, 'savedPrompt'>, id: string) =>
  tx.savedPrompt.findUnique({ where: { id }, include: WITH_REPORTS });

const PAGE_SIZE = 25;

/** Data of Admin → Prompt Moderation: the queue and the open prompt. */
export async function readModerationPage(services: Deps, actor: Actor, address: ModerationAddress) {
  const { page, queue, code, days, id } = address;
  const nowMs = services.clock();
  const since = days && nowMs - Number(days) * DAY_MS;
  const { PreferredTimezone: timeZone } = await services.preferences.read(actor.userId);
  const listPage = (wanted: number) =>
    listFlagged(services, { page: wanted, pageSize: PAGE_SIZE, since, queue, code });
  const requested = await listPage(page);
  // Decisions shorten the queue, so its last page may no longer exist.
  const list = page > requested.totalPages ? await listPage(requested.totalPages) : requested;
  const openId = id === LAST_OF_PAGE ? list.prompts.at(-1)?.id : (id ?? list.prompts[0]?.id);
  return {
    ...list,
    prompts: list.prompts.map(({ id: promptId, title, moderationState, flaggedDate }) => ({
      id: promptId,
      title,
      moderationState,
      flaggedDate,
    })),
    open: openId === undefined ? null : await readOpen(services, openId),
    address,
    userId: actor.userId,
    timeZone,
    now: new Date(nowMs).toISOString(),
  };
}

async function readOpen(services: Deps, id: string) {
  const { prisma } = services;
  const row = await findToRead(services, id);
  if (!row) return null;
  const [history, saved, published, rejected] = [
    await listAudit(services, auditQuerySchema.parse({ subject: id, pageSize: 20 })),
    await prisma.savedPrompt.count({ where: { userId: row.userId } }),
    await prisma.savedPrompt.count({ where: { userId: row.userId, isPublic: true } }),
    await prisma.savedPrompt.count({ where: { userId: row.userId, moderation: 'rejected' } }),
  ];
  return {
    prompt: describeFlagged(row),
    reports: row.reports.map(({ code, note, at }) => ({
      reason: MODERATION_CODES[code as ModerationCode],
      note,
      at: at.toISOString(),
    })),
    author: { memberSince: row.user.createdAt.toISOString(), saved, published, rejected },
    history: history.items.map((event) => ({
      id: event.id,
      at: event.at,
      actorEmail: event.actorEmail,
      action: event.action,
    })),
  };
}
