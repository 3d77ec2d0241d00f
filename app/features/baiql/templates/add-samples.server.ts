import { readFile } from 'node:fs/promises';
import { FileError, INPUT_FOLDER, listFiles, saveFile, type Area } from '@promptwell/baiql-runtime';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { withUserArea } from '../files/manage-files.server';
import type { AddedSamples } from './responses';
import { readTemplate } from './templates.server';

/**
 * Adds a template's sample files to the user's files. A different file of the same name is replaced only on request.
 */
export async function addSamples(
  services: Pick<BaiqlDeps, 'baiql'>,
  actor: Actor,
  { key, replace = false, signal }: { key: string; replace?: boolean; signal: AbortSignal },
): Promise<AddedSamples> {
  const { files } = await readTemplate(key);
  const { quotaBytes } = services.baiql.areas;
  return withUserArea(services, actor, async (area) => {
    const outcome = { added: [] as string[], unchanged: [] as string[], different: [] as string[] };
    for (const file of files) {
      const path = `${INPUT_FOLDER}${file.path}`;
      const content = await readFile(file.realPath);
      const present = await readPresent(area, path);
      if (present?.equals(content)) outcome.unchanged.push(path);
      else if (present && !replace) outcome.different.push(path);
      else {
        await saveFile(
          area,
          { folder: INPUT_FOLDER, name: file.path, quotaBytes, signal },
          chunksOf(content),
        );
        outcome.added.push(path);
      }
    }
    return outcome;
  });
}

async function readPresent(area: Area, path: string): Promise<Buffer | null> {
  const files = await listFiles(area, path).catch((error: unknown) => {
    if (error instanceof FileError && error.code === 'not-found') return [];
    throw error;
  });
  return files[0] ? readFile(files[0].realPath) : null;
}

async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content);
}
