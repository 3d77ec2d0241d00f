import { DAY_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { describeUncharged, readVendorDetails } from '~/features/completions/index.server';
import { formatCount } from '~/ui/format-count';
import type { AdminDeps } from '../deps.server';
import { ACTIVITY_RUN_STATUSES, type ActivityList, type ActivityQuery } from './schema';

/**
 * One row of any list: who did what, when, and the cost; never the content
 * (docs/decisions/0044-what-the-console-lists.md).
 */
export interface ActivityRow {
  /** Cursor of this row. */
  place: string;
  at: string;
  user: { id: string; email: string };
  /** A request's model, a prompt's category or a run's progress. */
  what: string;
  detail: string;
  status: (typeof ACTIVITY_RUN_STATUSES)[number] | 'public' | 'private' | 'pending' | null;
  costMicroUsd: number | null;
}

/** Newest first, with keyset pagination, so that the cost doesn't depend on the depth. */
type Lister = (services: AdminDeps, query: ActivityQuery & { take: number }) => Promise<ActivityRow[]>;

const USER_SELECT = { select: { id: true, email: true } } as const;

/** The start of the period, as counted by the overview's figures. */
const sinceOf = ({ clock }: Pick<AdminDeps, 'clock'>, { days }: ActivityQuery): bigint =>
  days === undefined ? 0n : BigInt(clock() - Number(days) * DAY_MS);

/** A free request is an entry of the promo account; its sender is in the operation. */
const requests: Lister = async (services, query) => {
  const { prisma } = services;
  const { after, take, payer } = query;
  const from = timeCursorOf(after);
  const rows = await prisma.ledgerEntry.findMany({
    where: {
      kind: payer === 'free' ? 'promo' : 'usage',
      occurredAt: { gte: sinceOf(services, query), ...(from ? { lte: from.ms } : {}) },
      ...(from ? { NOT: { occurredAt: from.ms, id: { gte: Number(from.id) || 0 } } } : {}),
    },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    take,
    select: {
      id: true,
      occurredAt: true,
      operationId: true,
      provider: true,
      model: true,
      inputTokens: true,
      outputTokens: true,
      amount: true,
      account: { select: { user: USER_SELECT } },
    },
  });
  const senders = payer === 'free' ? await sendersOf(services, rows) : undefined;
  return rows.map(({ id, occurredAt, operationId, provider, model, amount, account, ...row }) => ({
    place: `${String(occurredAt)}_${String(id)}`,
    at: new Date(Number(occurredAt)).toISOString(),
    user: account.user ?? senders?.get(operationId ?? '') ?? NO_USER,
    what: modelOf(provider, model),
    detail: `${formatCount(row.inputTokens ?? 0)} in · ${formatCount(row.outputTokens ?? 0)} out`,
    status: null,
    costMicroUsd: Number(-amount),
  }));
};

async function sendersOf(
  { prisma }: Pick<AdminDeps, 'prisma'>,
  rows: readonly { operationId: string | null }[],
) {
  const ids = rows.flatMap(({ operationId }) => operationId ?? []);
  const operations = await prisma.ledgerOperation.findMany({
    where: { id: { in: ids } },
    select: { id: true, userId: true },
  });
  const users = await prisma.user.findMany({
    where: { id: { in: operations.map(({ userId }) => userId) } },
    select: USER_SELECT.select,
  });
  const byId = new Map(users.map((user) => [user.id, user]));
  return new Map(operations.map(({ id, userId }) => [id, byId.get(userId)]));
}

const uncharged: Lister = async (services, query) => {
  const { after, take, provider: only } = query;
  const from = timeCursorOf(after);
  const rows = await services.prisma.ledgerUncharged.findMany({
    where: {
      at: { gte: sinceOf(services, query), ...(from ? { lte: from.ms } : {}) },
      ...(from ? { NOT: { at: from.ms, operationId: { gte: from.id } } } : {}),
      ...(only === undefined ? {} : { provider: only }),
    },
    orderBy: [{ at: 'desc' }, { operationId: 'desc' }],
    take,
    include: { account: { select: { user: USER_SELECT } } },
  });
  const vendors = await readVendorDetails(
    services,
    rows.map(({ operationId }) => operationId),
  );
  return rows.map(({ operationId, at, provider, model, reason, account }) => ({
    place: `${String(at)}_${operationId}`,
    at: new Date(Number(at)).toISOString(),
    user: account.user ?? NO_USER,
    what: modelOf(provider, model),
    detail: [describeUncharged(reason), vendors.get(operationId)].filter(Boolean).join(' '),
    status: null,
    costMicroUsd: null,
  }));
};

const generated: Lister = async ({ prisma }, { after, take, category }) => {
  const from = timeCursorOf(after);
  const at = from && new Date(Number(from.ms));
  const rows = await prisma.generatedPrompt.findMany({
    where: {
      ...(category === undefined ? {} : { categoryId: category }),
      ...(from && at ? { createdAt: { lte: at }, NOT: { createdAt: at, id: { gte: from.id } } } : {}),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
    select: {
      id: true,
      createdAt: true,
      user: USER_SELECT,
      category: { select: { name: true } },
      topic: { select: { name: true } },
    },
  });
  return rows.map(({ id, createdAt, user, category: of, topic }) => ({
    place: `${String(createdAt.getTime())}_${id}`,
    at: createdAt.toISOString(),
    user,
    what: of?.name ?? 'No category',
    detail: topic?.name ?? '',
    status: null,
    costMicroUsd: null,
  }));
};

const saved: Lister = async ({ prisma }, { after, take, category }) => {
  const rows = await prisma.savedPrompt.findMany({
    where: {
      number: { lt: numberCursorOf(after) },
      ...(category === undefined ? {} : { categoryId: category }),
    },
    orderBy: { number: 'desc' },
    take,
    select: {
      number: true,
      createdAt: true,
      user: USER_SELECT,
      category: { select: { name: true } },
      title: true,
      isPublic: true,
      moderation: true,
    },
  });
  return rows.map(({ number: place, createdAt, user, category: of, title, isPublic, moderation }) => {
    const isOpen = isPublic && moderation === 'clear';
    return {
      place: String(place),
      at: createdAt.toISOString(),
      user,
      what: of?.name ?? 'No category',
      detail: isOpen ? title : '',
      status: isOpen ? 'public' : moderation === 'clear' ? 'private' : 'pending',
      costMicroUsd: null,
    };
  });
};

const runs: Lister = async ({ prisma }, { after, take, status }) => {
  const from = timeCursorOf(after);
  const rows = await prisma.baiqlExecution.findMany({
    where: {
      ...(status === undefined ? {} : { status }),
      ...(from ? { createdAt: { lte: from.ms }, NOT: { createdAt: from.ms, id: { gte: from.id } } } : {}),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
    select: {
      id: true,
      createdAt: true,
      user: USER_SELECT,
      status: true,
      model: true,
      total: true,
      succeeded: true,
      failed: true,
      skipped: true,
      cost: true,
    },
  });
  return rows.map((run) => ({
    place: `${String(run.createdAt)}_${run.id}`,
    at: new Date(Number(run.createdAt)).toISOString(),
    user: run.user,
    what: `${formatCount(run.succeeded + run.failed + run.skipped)} of ${formatCount(run.total)} transactions`,
    detail: [run.model, run.failed === 0 ? null : `${formatCount(run.failed)} failed`]
      .filter((part) => part !== null)
      .join(' · '),
    status: ACTIVITY_RUN_STATUSES.find((each) => each === run.status) ?? null,
    costMicroUsd: run.cost === null ? null : Number(run.cost),
  }));
};

const LISTERS: Readonly<Record<ActivityList, Lister>> = { requests, uncharged, generated, saved, runs };

/** The platform's own accounts have no user. */
const NO_USER: ActivityRow['user'] = { id: '', email: '' };

const modelOf = (provider: string | null, model: string | null): string =>
  `${model ?? 'unknown'} (${provider ?? 'unknown'})`;

/** Greater than any row number. */
const MAX_ROW_NUMBER = 2 ** 31 - 1;

/** The cursor of a list ordered by number; invalid values start at the beginning. */
function numberCursorOf(after: string | undefined): number {
  const number = Number(after);
  return Number.isInteger(number) && number > 0 && number < MAX_ROW_NUMBER ? number : MAX_ROW_NUMBER;
}

/** The cursor of a list ordered by time. */
function timeCursorOf(after: string | undefined): { ms: bigint; id: string } | undefined {
  const match = /^(\d{1,15})_([\w-]{1,64})$/.exec(after ?? '');
  return match?.[1] !== undefined && match[2] !== undefined
    ? { ms: BigInt(match[1]), id: match[2] }
    : undefined;
}

export async function readActivityPage(services: AdminDeps, actor: Actor, query: ActivityQuery) {
  const { list, pageSize, category, status, days, payer, provider } = query;
  const [found, categories, providers, { PreferredTimezone: timeZone }] = await Promise.all([
    LISTERS[list](services, { ...query, take: pageSize + 1 }),
    services.prisma.category.findMany({ select: { id: true, name: true }, orderBy: { sortOrder: 'asc' } }),
    services.prisma.aiProvider.findMany({ select: { key: true, name: true }, orderBy: { name: 'asc' } }),
    services.preferences.read(actor.userId),
  ]);
  const rows = found.slice(0, pageSize);
  return {
    list,
    rows,
    next: found.length > rows.length ? (rows.at(-1)?.place ?? null) : null,
    categories,
    providers,
    filters: { category, status, days, payer, provider },
    timeZone,
  };
}
