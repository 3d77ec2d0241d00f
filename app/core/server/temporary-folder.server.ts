import fs from 'node:fs';
import path from 'node:path';

interface DataFolder {
  DATA_DIR: string;
}

/** For users' files while they are processed. */
export const temporaryRoot = ({ DATA_DIR }: DataFolder): string => path.join(DATA_DIR, 'temporary');

/** Runs work in its own folder, which is removed afterwards or, after a crash, at the next start. */
export async function withTemporaryFolder<T>(
  env: DataFolder,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await fs.promises.mkdir(temporaryRoot(env), { recursive: true, mode: 0o700 });
  const folder = await fs.promises.mkdtemp(path.join(temporaryRoot(env), 'work-'));
  try {
    return await work(folder);
  } finally {
    await fs.promises.rm(folder, { recursive: true, force: true });
  }
}

/** Only at start: no other process uses this DATA_DIR. */
export function emptyTemporaryRoot(env: DataFolder): void {
  fs.rmSync(temporaryRoot(env), { recursive: true, force: true });
  fs.mkdirSync(temporaryRoot(env), { recursive: true, mode: 0o700 });
}
