import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An empty folder that goes with the scope it is used in. */
export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'baiql-'));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
