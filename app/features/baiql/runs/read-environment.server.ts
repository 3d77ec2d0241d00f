import { INPUT_FOLDER, listFiles, OUTPUT_FOLDER } from '@promptwell/baiql-runtime';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { modelNames } from '../host/find-model.server';
import { ignoreCancelled } from './check-script.server';
import type { ScriptEnvironment } from './check-responses';

/** With more files than this, the editor gets no list and doesn't check file names. */
const MAX_FILES = 5_000;

/**
 * The context an editor needs to check a script: the user's files, the columns of the tables it loads, and the models.
 */
export async function readEnvironment(
  services: Pick<BaiqlDeps, 'clock' | 'providers' | 'baiql' | 'catalogue'>,
  { userId }: Actor,
  { script, signal }: { script: string; signal: AbortSignal },
): Promise<ScriptEnvironment> {
  const { areas, engine, checkQueue } = services.baiql;
  const area = await areas.of(userId);
  const [names, input, output, { headers, firstRows, unvarying, sheets, readings }] = await Promise.all([
    modelNames(services),
    listFiles(area, `${INPUT_FOLDER}**/*`),
    listFiles(area, `${OUTPUT_FOLDER}**/*`),
    ignoreCancelled(signal, () =>
      checkQueue.take(userId, signal, () => engine.check({ script, area, models: [] }, signal)),
    ),
  ]);
  const files = [...input, ...output].map(({ path }) => path);
  return {
    ...names,
    headers,
    firstRows,
    unvarying,
    sheets,
    readings,
    files: files.length > MAX_FILES ? null : files,
  };
}
