import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import type { Actor } from '~/core/server/session.server';
import { readExample } from '~/features/docs/index.server';
import type { BaiqlDeps } from './deps.server';
import type { SavedScript } from './scripts/responses';
import { getScript } from './scripts/scripts.server';

type Deps = Pick<BaiqlDeps, 'clock' | 'prisma' | 'docs' | 'preferences'>;

/** The URL names the open script, or an example from the docs to start with. Invalid values open none. */
export const workbenchQuerySchema = z.object({
  script: z.uuid().optional().catch(undefined),
  example: z.string().max(200).optional().catch(undefined),
});

/** Loads the workbench. A deleted script opens as none: the browser may have unsaved changes of it. */
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
