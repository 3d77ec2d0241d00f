import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where texts of documents are kept between an estimate, a run and its resume, and for how long. */
export interface KeptTexts {
  /** A real folder of its own, outside of all users' areas; made when there is something to keep. */
  readonly folder: string;
  /** What they may take together; the ones used longest ago go first. 256 MiB when absent. */
  readonly maxBytes?: number;
  /** One that nobody has used for so long is removed; 7 days when absent. */
  readonly maxAgeMs?: number;
}

const SWEEP_EVERY_MS = 60_000;
const MIB = 1 << 20;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Sweeps now and then, and once more at the end. */
export function startSweeping(texts: KeptTexts): { stop(): Promise<void> } {
  const sweep = (): Promise<void> => sweepTexts(texts, Date.now());
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      return sweep();
    },
  };
}

/** Removes texts that are too old, or too much. Others may read and write the folder meanwhile. */
export async function sweepTexts(texts: KeptTexts, nowMs: number): Promise<void> {
  const { folder, maxBytes = 256 * MIB, maxAgeMs = 7 * DAY_MS } = texts;
  const files = (await listFiles(folder)).sort((left, right) => right.usedMs - left.usedMs);
  let bytes = 0;
  for (const { file, sizeBytes, usedMs } of files) {
    bytes += sizeBytes;
    if (bytes <= maxBytes && nowMs - usedMs <= maxAgeMs) continue;
    await rm(file, { force: true }).catch(() => undefined);
  }
}

async function listFiles(folder: string): Promise<{ file: string; sizeBytes: number; usedMs: number }[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const info = await stat(file).catch(() => null);
      return info?.isFile() === true ? [{ file, sizeBytes: info.size, usedMs: info.mtimeMs }] : [];
    }),
  );
  return files.flat();
}
