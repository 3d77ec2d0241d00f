import { INPUT_FOLDER, listFolder, type FolderListing } from '@promptwell/baiql-runtime';
import { withFileErrors } from './file-errors.server';
import type { UserAreas } from './user-areas.server';

/** One folder of a person's files, and how much room all of them take. */
export function listFiles(
  { areas }: { areas: UserAreas },
  userId: string,
  folder = INPUT_FOLDER,
): Promise<FolderListing> {
  return withFileErrors(async () => listFolder(await areas.of(userId), folder, areas.quotaBytes));
}
