import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The cache folder of document texts, which an estimate, its run and a resume share, and its retention. */
export interface KeptTexts {
  /** A dedicated real folder outside all users' areas; created when first needed. */
  readonly folder: string;
  /** Maximum total bytes, evicted by least recent use. Defaults to 256 MiB. */
  readonly maxBytes?: number;
  /** Texts unused for this long are removed. Defaults to 7 days. */
  readonly maxAgeMs?: number;
}

const SWEEP_EVERY_MS = 60_000;
const MIB = 1 << 20;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Sweeps periodically, and once more at the end. */
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

/** Removes texts that exceed the age or size limit. Safe while others use the folder. */
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
