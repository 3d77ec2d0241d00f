import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { openArea, type Area } from '../paths/index.js';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** An empty folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'promptwell-'));
  folders.push(folder);
  return folder;
}

/** An area that is removed after the test, with these files in its input folder. */
export async function temporaryArea(
  files: Record<string, string | Uint8Array> = {},
): Promise<Area & { root: string }> {
  const root = await temporaryFolder();
  const area = await openArea(root);
  for (const [name, content] of Object.entries(files)) {
    const real = path.join(area.inputRoot, name);
    await mkdir(path.dirname(real), { recursive: true });
    await writeFile(real, content);
  }
  return { ...area, root };
}

/** Collects an async iterable. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
