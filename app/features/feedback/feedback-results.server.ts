import type { Feedback, Prisma } from '@prisma/client';
import { csvResponse, type CsvRow } from '~/core/edge/csv.server';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { FeedbackDeps } from './deps.server';
import {
  ALL_GROUPS,
  NOT_APPLICABLE,
  QUESTION_KEYS,
  QUESTIONS,
  type FeedbackResultsQuery,
  type QuestionKey,
} from './schema';
import { answersOf, columnOf } from './submit-feedback.server';

const COMMENTS_PAGE_SIZE = 25;
const BATCH_SIZE = 500;

export interface QuestionResult {
  key: string;
  question: string;
  /** Number of answers 1, 2, … 10. */
  counts: number[];
  notApplicable: number;
  average: number | null;
  /** Averages by group, in their order; null if a group has no answers. */
  byGroup: (number | null)[];
}

/** Survey results by question and group, with comments. */
export async function readFeedbackResults(
  services: Pick<FeedbackDeps, 'prisma' | 'preferences'>,
  actor: Actor,
  { group, page }: FeedbackResultsQuery,
) {
  const { prisma, preferences } = services;
  const where = group === undefined ? {} : { categoryId: group };
  const [byQuestion, comments, { PreferredTimezone: timeZone }] = await Promise.all([
    Promise.all(QUESTION_KEYS.map((key) => countAnswers(prisma, where, key))),
    prisma.feedback.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * COMMENTS_PAGE_SIZE,
      take: COMMENTS_PAGE_SIZE,
      select: {
        id: true,
        categoryId: true,
        createdAt: true,
        comment: true,
        user: { select: { email: true } },
      },
    }),
    preferences.read(actor.userId),
  ]);
  const submissions = (byQuestion[0] ?? []).map((tally) => sumOf(tally.values()));
  const results = QUESTIONS.map((question, index): QuestionResult => {
    const own = byQuestion[index] ?? [];
    const count = (value: number) => own.reduce((sum, tally) => sum + (tally.get(value) ?? 0), 0);
    return {
      key: QUESTION_KEYS[index] ?? '',
      question,
      counts: Array.from({ length: 10 }, (_, value) => count(value + 1)),
      notApplicable: count(NOT_APPLICABLE),
      average: averageOf(own),
      byGroup: own.map((tally) => averageOf([tally])),
    };
  });
  return {
    group: group ?? null,
    groups: ALL_GROUPS.map(({ id, name }, index) => ({ id, name, submissions: submissions[index] ?? 0 })),
    total: sumOf(submissions),
    results,
    comments: comments.map(({ user, createdAt, ...row }) => ({
      ...row,
      at: createdAt.toISOString(),
      email: user.email,
    })),
    pageSize: COMMENTS_PAGE_SIZE,
    timeZone,
  };
}

/** Number of answers by value. */
type Tally = ReadonlyMap<number, number>;

/** Counts the answers to a question in the database, by group. */
async function countAnswers(
  prisma: FeedbackDeps['prisma'],
  where: Prisma.FeedbackWhereInput,
  key: QuestionKey,
): Promise<Tally[]> {
  const column = columnOf(key);
  const counted = await prisma.feedback.groupBy({
    by: ['categoryId', column],
    where,
    _count: { _all: true },
  });
  return ALL_GROUPS.map(
    ({ id }) =>
      new Map(
        counted
          .filter(({ categoryId }) => categoryId === id)
          .map(({ [column]: answer, _count }) => [answer, _count._all]),
      ),
  );
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const each of numbers) sum += each;
  return sum;
}

/** Excludes "N/A". */
function averageOf(tallies: readonly Tally[]): number | null {
  const rated = tallies.flatMap((tally) => [...tally]).filter(([value]) => value !== NOT_APPLICABLE);
  const count = sumOf(rated.map(([, each]) => each));
  return count === 0 ? null : sumOf(rated.map(([value, each]) => value * each)) / count;
}

/** Newest first, in batches. */
async function* streamFeedback(
  prisma: FeedbackDeps['prisma'],
): AsyncGenerator<(Feedback & { user: { email: string } })[]> {
  let last: Feedback | undefined;
  for (;;) {
    const rows = await prisma.feedback.findMany({
      where: last
        ? {
            createdAt: { lte: last.createdAt },
            NOT: { createdAt: last.createdAt, id: { gte: last.id } },
          }
        : {},
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: BATCH_SIZE,
      include: { user: { select: { email: true } } },
    });
    if (rows.length === 0) return;
    yield rows;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1);
  }
}

export async function exportFeedback(
  services: Pick<FeedbackDeps, 'clock' | 'prisma'>,
  actor: Actor,
): Promise<Response> {
  await writeAudit(services.prisma, services, actor, { action: 'feedback.exported', subject: 'feedback' });
  async function* batches(): AsyncGenerator<CsvRow[]> {
    for await (const rows of streamFeedback(services.prisma)) {
      yield rows.map((row) => [
        row.createdAt.toISOString(),
        row.user.email,
        row.categoryId,
        ...answersOf(row),
        row.comment,
      ]);
    }
  }
  return csvResponse('promptwell-feedback.csv', {
    columns: ['at', 'email', 'group', ...QUESTION_KEYS, 'comment'],
    batches: batches(),
  });
}
