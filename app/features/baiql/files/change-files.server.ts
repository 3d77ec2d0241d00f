import { deleteEntry, renameEntry, type AreaEntry } from '@promptwell/baiql-runtime';
import { withFileErrors } from './file-errors.server';
import type { UserAreas } from './user-areas.server';

interface Deps {
  areas: UserAreas;
}

/** Renames or moves a file or folder; an existing one is never replaced. */
export function renameFile(
  { areas }: Deps,
  userId: string,
  request: { path: string; to: string },
): Promise<AreaEntry> {
  return withFileErrors(async () => renameEntry(await areas.of(userId), request));
}

export function deleteFile({ areas }: Deps, userId: string, path: string): Promise<void> {
  return withFileErrors(async () => deleteEntry(await areas.of(userId), path));
}
