import { resolveOutputPath } from '../outputs/index.js';
import { resolveExisting, type Area } from '../paths/index.js';
import type { PreparedBatch } from '../run/prepare-batch.js';

/** Outputs that the run would overwrite, including manually corrected replies of an earlier run. */
export async function replacedFiles(
  { batch, fill, pathOut, sources }: PreparedBatch,
  area: Area,
): Promise<string[]> {
  // Files the batch reads are not overwritten: the output gets another name.
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
      // Does not exist, or its name is unknown before the run.
    }
  }
  return notes;
}
