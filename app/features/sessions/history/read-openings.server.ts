import type { SessionsDeps } from '../deps.server';

/** The first words of the messages that are kept in this user's sessions, by the idempotency keys of their completions. */
export async function readOpenings(
  { prisma }: Pick<SessionsDeps, 'prisma'>,
  userId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const turns = await prisma.sessionTurn.findMany({
    where: { userId, key: { in: [...keys] } },
    select: { key: true, opening: true },
  });
  return new Map(turns.map(({ key, opening }) => [key, opening]));
}
