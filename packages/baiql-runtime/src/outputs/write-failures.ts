import { unlink } from 'node:fs/promises';
import { stringify, type Options } from 'csv-stringify/sync';
import { resolveForWriting, systemErrorCode, type Area } from '../paths/index.js';
import { writeCompleteFile } from './complete-file.js';
import type { OutputFailure } from './result.js';
import type { Spool } from './spool.js';
import type { WrittenFile } from './write-output.js';

const OPTIONS: Options = { escape_formulas: true, record_delimiter: 'windows' };

/** Writes `<output>.errors.csv`: number, item and reason of each failed transaction. Without any, an earlier one goes. */
export async function writeFailures(
  area: Area,
  output: string,
  failures: Spool<OutputFailure>,
): Promise<WrittenFile[]> {
  const virtual = `${output}.errors.csv`;
  const realPath = await resolveForWriting(area, virtual);
  if (failures.count > 0)
    return [{ path: virtual, sizeBytes: await writeCompleteFile(realPath, renderFailures(failures)) }];
  await unlink(realPath).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  });
  return [];
}

async function* renderFailures(failures: Spool<OutputFailure>): AsyncGenerator<string> {
  yield `\ufeff${stringify([['number', 'item', 'reason']], OPTIONS)}`;
  for await (const { number, label, reason } of failures.inOrder())
    yield stringify([[number, label, reason]], OPTIONS);
}
