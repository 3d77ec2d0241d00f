import type { PrismaClient } from '~/core/db/database.server';
import type { UserAreas } from './files/user-areas.server';
import { describeExecution } from './runs/execution-view.server';
import type { Runner } from './runs/runner.server';
import { listScripts } from './scripts/list-scripts.server';
import { withinTime } from './within-time';

interface Deps {
  prisma: PrismaClient;
  areas: UserAreas;
  runner: Runner;
}

/** A call that hangs must not keep an account from being deleted. */
const ENDING_MS = 10_000;

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * BAIQL's part of a person's export and deletion: scripts and runs. Their files are not in the export, for they may take
 * hundreds of megabytes: the file area has an archive of its own.
 */
export function baiqlData(deps: Deps) {
  const { prisma } = deps;
  return {
    exportFiles: async (userId: string): Promise<Record<string, string>> => {
      const runs = await prisma.baiqlExecution.findMany({
        where: { userId },
        orderBy: { createdAt: 'asc' },
        omit: { plan: true, memo: true },
      });
      return {
        'baiql-scripts.json': pretty(await listScripts(deps, userId)),
        'baiql-runs.json': pretty(runs.map((run) => ({ ...describeExecution(run), script: run.script }))),
      };
    },
    remove: async (userId: string): Promise<void> => {
      const runs = await prisma.baiqlExecution.findMany({ where: { userId }, select: { id: true } });
      await withinTime(Promise.all(runs.map(({ id }) => deps.runner.cancel(id))), ENDING_MS);
      const ofRuns = { executionId: { in: runs.map(({ id }) => id) } };
      // Without its row a run has no lease: what it still wants to write is refused.
      await prisma.$transaction([
        prisma.baiqlExecution.deleteMany({ where: { userId } }),
        prisma.baiqlResult.deleteMany({ where: ofRuns }),
        prisma.baiqlLogLine.deleteMany({ where: ofRuns }),
        prisma.baiqlReply.deleteMany({ where: { userId } }),
        prisma.baiqlScript.deleteMany({ where: { userId } }),
      ]);
      await deps.areas.remove(userId);
    },
  };
}
