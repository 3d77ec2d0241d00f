import { DAY_MS } from '~/core/shared/clock';
import type { SessionsDeps } from '../deps.server';
import { deleteSessions } from './delete-sessions.server';

/** Bytes of an account's recent sessions. */
const MAX_BYTES = 100 * 1024 * 1024;
const SWEEP_BATCH_SIZE = 100;

/** Deletes an account's oldest recent sessions beyond its number and size; pinned ones stay. */
export async function trimHistory(deps: Pick<SessionsDeps, 'prisma' | 'env'>, userId: string): Promise<void> {
  const recent = await deps.prisma.savedSession.findMany({
    where: { userId, kind: 'recent', isPinned: false },
    orderBy: [{ changedAt: 'desc' }, { id: 'desc' }],
    select: { id: true, size: true },
  });
  let bytes = 0;
  const beyond = recent.filter(({ size }, index) => {
    bytes += size;
    // The newest one stays, however large.
    return index > 0 && (index >= deps.env.HISTORY_MAX || bytes > MAX_BYTES);
  });
  await deleteSessions(
    deps,
    beyond.map(({ id }) => id),
  );
}

/** How long earlier recent sessions stay when HISTORY_DAYS is 0: they were kept with a promise of days. */
const DAYS_AFTER_HISTORY = 90;

/** Deletes recent sessions that nothing was sent from for HISTORY_DAYS. */
export async function sweepHistory(deps: Pick<SessionsDeps, 'prisma' | 'env' | 'clock'>): Promise<number> {
  const { prisma, env, clock } = deps;
  const before = new Date(clock() - (env.HISTORY_DAYS || DAYS_AFTER_HISTORY) * DAY_MS);
  for (let deleted = 0; ;) {
    const expired = await prisma.savedSession.findMany({
      where: { kind: 'recent', isPinned: false, changedAt: { lt: before } },
      orderBy: { changedAt: 'asc' },
      select: { id: true },
      take: SWEEP_BATCH_SIZE,
    });
    if (expired.length === 0) return deleted;
    await deleteSessions(
      deps,
      expired.map(({ id }) => id),
    );
    deleted += expired.length;
  }
}
