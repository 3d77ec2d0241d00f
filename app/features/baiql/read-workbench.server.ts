import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import type { Actor } from '~/core/server/session.server';
import { readExample } from '~/features/docs/index.server';
import type { BaiqlDeps } from './deps.server';
import type { SavedScript } from './scripts/answers';
import { getScript } from './scripts/scripts.server';

type Deps = Pick<BaiqlDeps, 'clock' | 'prisma' | 'docs' | 'preferences'>;

/** The address says which script is open, or which example of the docs a new one begins with. What is neither opens none. */
export const workbenchQuerySchema = z.object({
  script: z.uuid().optional().catch(undefined),
  example: z.string().max(200).optional().catch(undefined),
});

/** What the workbench begins with. A script that was deleted opens as none: the browser may have unsaved work of it. */
export async function readWorkbench(
  services: Deps,
  actor: Actor,
  { script: id, example }: z.output<typeof workbenchQuerySchema>,
) {
  const [opened, { PreferredTimezone: timezone }] = await Promise.all([
    id === undefined ? null : findScript(services, actor, id),
    services.preferences.read(actor.userId),
  ]);
  return {
    userId: actor.userId,
    timezone,
    opened,
    lostId: id !== undefined && opened === null ? id : null,
    example: id === undefined && example !== undefined ? await readExample(services, example) : null,
    now: new Date(services.clock()).toISOString(),
  };
}

export type WorkbenchData = Awaited<ReturnType<typeof readWorkbench>>;

async function findScript(services: Deps, actor: Actor, id: string): Promise<SavedScript | null> {
  try {
    return await getScript(services, actor, id);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not-found') return null;
    throw error;
  }
}
