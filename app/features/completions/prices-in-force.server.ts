import type { AiPrice, PrismaClient } from '@prisma/client';

type Reader = Pick<PrismaClient, 'aiPrice'>;
type Subject = Pick<AiPrice, 'provider' | 'model'>;

/** Latest start first; for the same start, the later version first. */
const NEWEST_START = [{ validFrom: 'desc' }, { version: 'desc' }] as const;
const NEXT_START = [{ validFrom: 'asc' }, { version: 'desc' }] as const;
const BY_MODEL = [{ provider: 'asc' }, { model: 'asc' }] as const;

/**
 * `current` is each model's price in force, including inactive ones: the latest that has started, or the first one if
 * none has, for example after the clock was set back. `upcoming` are later prices, in order.
 */
export async function pricesAt(
  prisma: Reader,
  nowMs: number,
): Promise<{ current: AiPrice[]; upcoming: AiPrice[] }> {
  const now = new Date(nowMs);
  const [started, upcoming] = await Promise.all([
    prisma.aiPrice.findMany({
      where: { validFrom: { lte: now } },
      orderBy: [...BY_MODEL, ...NEWEST_START],
      distinct: ['provider', 'model'],
    }),
    prisma.aiPrice.findMany({ where: { validFrom: { gt: now } }, orderBy: [...NEXT_START] }),
  ]);
  const known = new Set(started.map(subjectOf));
  const first = upcoming.filter((price) => {
    const isFirst = !known.has(subjectOf(price));
    known.add(subjectOf(price));
    return isFirst;
  });
  return { current: [...started, ...first], upcoming: upcoming.filter((price) => !first.includes(price)) };
}

export const currentPrices = async (prisma: Reader, nowMs: number): Promise<AiPrice[]> =>
  (await pricesAt(prisma, nowMs)).current;

/** A model's price in force, even if inactive. */
export const priceInForce = async (
  prisma: Reader,
  { provider, model }: Subject,
  nowMs: number,
): Promise<AiPrice | null> =>
  (await prisma.aiPrice.findFirst({
    where: { provider, model, validFrom: { lte: new Date(nowMs) } },
    orderBy: [...NEWEST_START],
  })) ?? prisma.aiPrice.findFirst({ where: { provider, model }, orderBy: [...NEXT_START] });

const subjectOf = ({ provider, model }: Subject): string => `${provider}\n${model}`;
