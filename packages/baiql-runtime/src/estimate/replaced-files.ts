import { resolveOutputPath } from '../outputs/index.js';
import { resolveExisting, type Area } from '../paths/index.js';
import type { PreparedBatch } from '../run/prepare-batch.js';

/** A run writes its files anew, also those with replies of an earlier one that somebody has corrected by hand. */
export async function replacedFiles(
  { batch, fill, pathOut, sources }: PreparedBatch,
  area: Area,
): Promise<string[]> {
  // What the batch reads is not written into: its output gets another name.
  const found = new Set(sources.paths.flat());
  const notes: string[] = [];
  for (const { grouping, path } of batch.outputs) {
    if (grouping !== 'AGGREGATE') continue;
    try {
      const { virtual } = resolveOutputPath(fill(path), pathOut);
      if (found.has(virtual)) continue;
      await resolveExisting(area, virtual);
      found.add(virtual);
      notes.push(`${virtual} exists and will be replaced. To keep it, rename it first.`);
    } catch {
      // There is none, or its name is not known before the run.
    }
  }
  return notes;
}
