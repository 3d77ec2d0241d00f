import { archiveFiles, areaOfRun } from '@promptwell/baiql-runtime';
import { DomainError } from '~/core/shared/errors';
import { sendFile } from '~/core/server/send-file.server';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { withUserArea } from '../files/manage-files.server';
import { commonFolder } from './common-folder';
import { getRun } from './read-runs.server';

/** A zip of the files that the user's run has written, and no others. */
export async function downloadOutputs(
  services: Pick<BaiqlDeps, 'prisma' | 'inFlightRequests' | 'baiql'>,
  actor: Actor,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<Response> {
  const { outputs, scriptName } = await getRun(services, actor, id);
  if (outputs.length === 0) {
    throw new DomainError('not-found', 'This run hasn’t written any files.', { code: 'no_outputs' });
  }
  const paths = outputs.map(({ path }) => path);
  const archive = await withUserArea(services, actor, (area) =>
    archiveFiles(
      outputs.some(({ isKept }) => isKept) ? areaOfRun(area, id) : area,
      `${scriptName}.zip`,
      commonFolder(paths),
      paths,
    ),
  );
  return sendFile(services, actor, { ...archive, type: 'application/zip', signal });
}
