import { archiveFolder, openDownload, type Archive, type Download } from '@promptwell/baiql-runtime';
import { withFileErrors } from './file-errors.server';
import type { UserAreas } from './user-areas.server';

interface Deps {
  areas: UserAreas;
}

export function downloadFile({ areas }: Deps, userId: string, path: string): Promise<Download> {
  return withFileErrors(async () => openDownload(await areas.of(userId), path));
}

/** A zip of a folder, made while it is sent. */
export function downloadFolder({ areas }: Deps, userId: string, path: string): Promise<Archive> {
  return withFileErrors(async () => archiveFolder(await areas.of(userId), path));
}
