import type { UserRef } from '~/core/server/session.server';
import type { SessionTurns } from '../answers';
import type { SessionsDeps } from '../deps.server';
import type { TurnsQuery } from '../schema';
import { describeListed, noSuchSession } from '../sessions.server';
import { parseThread } from '../thread';

/** Text of a page, at least one exchange: replies may be megabytes. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** A page of a session's exchanges, newest first, with the session itself. */
export async function readTurns(
  { prisma }: Pick<SessionsDeps, 'prisma'>,
  { userId }: UserRef,
  { sessionId, query }: { sessionId: string; query: TurnsQuery },
): Promise<SessionTurns> {
  const session = await prisma.savedSession.findFirst({
    where: { id: sessionId, userId },
    omit: { ioText: true, threadJson: true },
  });
  if (!session) throw noSuchSession();
  const cursor = query.before;
  const found = await prisma.sessionTurn.findMany({
    where: {
      sessionId,
      ...(cursor && {
        OR: [{ sentAt: { lt: cursor.sentAt } }, { sentAt: cursor.sentAt, number: { lt: cursor.number } }],
      }),
    },
    orderBy: [{ sentAt: 'desc' }, { number: 'desc' }],
    select: { number: true, sentAt: true, size: true },
    take: query.pageSize + 1,
  });
  let bytes = 0;
  const shown = found.filter(({ size }, index) => {
    bytes += size;
    return index === 0 || (index < query.pageSize && bytes <= MAX_PAGE_BYTES);
  });
  const rows = await prisma.sessionTurn.findMany({
    where: { number: { in: shown.map(({ number }) => number) } },
    select: { number: true, key: true, entries: true },
  });
  const texts = new Map(rows.map((row) => [row.number, row]));
  const last = shown.at(-1);
  return {
    Session: describeListed(session),
    PromptText: session.promptText,
    Instructions: session.instructions,
    Turns: shown.flatMap(({ number }) => {
      const row = texts.get(number);
      return row ? [{ Key: row.key, Entries: parseThread(row.entries) ?? [] }] : [];
    }),
    Before:
      last && shown.length < found.length ? `${String(last.sentAt.getTime())}-${String(last.number)}` : null,
  };
}
