import type { z } from 'zod';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { listRuns } from './list-runs.server';
import type { listRunsSchema } from './schema';

/** The page of one's own runs. */
export async function listRunsPage(services: Services, actor: Actor, query: z.output<typeof listRunsSchema>) {
  const [runs, { PreferredTimezone: timeZone }] = await Promise.all([
    listRuns(services, actor, query),
    services.preferences.read(actor.userId),
  ]);
  return { runs, timeZone, now: new Date(services.clock()).toISOString() };
}
