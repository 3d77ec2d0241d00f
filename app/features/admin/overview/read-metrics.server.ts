import { DAY_MS, utcDay } from '~/core/shared/clock';
import type { AdminDeps } from '../deps.server';
import type { OcrDaily, OcrTopUser, Overview } from './schema';

type Deps = Pick<AdminDeps, 'clock' | 'prisma'>;

const lastDays = (nowMs: number, days: number): string[] =>
  Array.from({ length: days }, (_, index) => utcDay(nowMs - (days - 1 - index) * DAY_MS));

/** Figures about users and prompts. All counts use an index. */
export async function readOverview(services: Deps): Promise<Overview> {
  const { prisma, clock } = services;
  const present = { deletedAt: null };
  const since = (days: number) => ({ ...present, createdAt: { gte: new Date(clock() - days * DAY_MS) } });
  const [totalUsers, newUsers7, newUsers30, generated, saved, categories, ocr] = await Promise.all([
    prisma.user.count({ where: present }),
    prisma.user.count({ where: since(7) }),
    prisma.user.count({ where: since(30) }),
    prisma.generatedPrompt.groupBy({ by: 'categoryId', _count: { _all: true } }),
    prisma.savedPrompt.groupBy({ by: 'categoryId', _count: { _all: true } }),
    prisma.category.findMany({ select: { id: true, name: true, sortOrder: true } }),
    readOcrDaily(services, 7),
  ]);
  type Group = { categoryId: number | null; _count: { _all: number } };
  const countsOf = (groups: readonly Group[]) =>
    new Map(groups.map(({ categoryId, _count }) => [categoryId, _count._all]));
  const totalOf = (groups: readonly Group[]) => groups.reduce((sum, { _count }) => sum + _count._all, 0);
  const [generatedBy, savedBy] = [countsOf(generated), countsOf(saved)];
  const sumOf = (pick: (day: OcrDaily[number]) => number) => ocr.reduce((sum, day) => sum + pick(day), 0);
  return {
    totalUsers,
    newUsers7,
    newUsers30,
    totalGeneratedPrompts: totalOf(generated),
    totalSavedPrompts: totalOf(saved),
    ocrLast7Days: sumOf(({ count }) => count),
    ocrChars7: sumOf(({ chars }) => chars),
    ocrMs7: sumOf(({ ms }) => ms),
    categories: categories
      .sort((one, other) => one.sortOrder - other.sortOrder)
      .map(({ id, name }) => ({
        id,
        name,
        generatedCount: generatedBy.get(id) ?? 0,
        savedCount: savedBy.get(id) ?? 0,
      })),
  };
}

/** Documents read with OCR per UTC day, including days without any. */
export async function readOcrDaily({ prisma, clock }: Deps, days: number): Promise<OcrDaily> {
  const dates = lastDays(clock(), days);
  const rows = await prisma.ocrDay.groupBy({
    by: 'day',
    where: { day: { gte: dates[0] ?? '' } },
    _sum: { count: true, chars: true, ms: true },
  });
  const byDay = new Map(rows.map(({ day, _sum }) => [day, _sum]));
  return dates.map((date) => {
    const sum = byDay.get(date);
    return { date, count: sum?.count ?? 0, chars: sum?.chars ?? 0, ms: sum?.ms ?? 0 };
  });
}

/** Users with the most documents read with OCR in this many days. */
export async function readOcrTopUsers(
  { prisma, clock }: Deps,
  { days, limit }: { days: number; limit: number },
): Promise<OcrTopUser[]> {
  const rows = await prisma.ocrDay.groupBy({
    by: 'userId',
    where: { day: { gte: lastDays(clock(), days)[0] ?? '' } },
    _sum: { count: true, chars: true, ms: true },
    orderBy: { _sum: { count: 'desc' } },
    take: limit,
  });
  const users = await prisma.user.findMany({
    where: { id: { in: rows.map(({ userId }) => userId) } },
    select: { id: true, email: true },
  });
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return rows.map(({ userId, _sum }) => ({
    userId,
    user: emails.get(userId) ?? userId,
    count: _sum.count ?? 0,
    chars: _sum.chars ?? 0,
    ms: _sum.ms ?? 0,
  }));
}
