import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4_096;

/**
 * The memory that a process really takes, in bytes; null where the system does not say (it is told on Linux only). A
 * heap limit does not count what parsers take outside the heap: WebAssembly, pictures, buffers.
 */
export async function residentBytes(pid: number): Promise<number | null> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
  const pages = Number(statm?.split(' ')[1]);
  return Number.isFinite(pages) ? pages * PAGE_BYTES : null;
}
