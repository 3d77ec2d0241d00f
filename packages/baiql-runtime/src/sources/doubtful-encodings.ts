import type { TextReading } from '@promptwell/baiql-lang';
import { encodingChoice, type EncodingChoice } from '@promptwell/documents';
import { chosenEncoding, extensionOf, type Area, type AreaFile } from '../paths/index.js';
import { readFirstBytes } from './text-file.js';

/** Workbooks and documents say how their texts are written. */
const TEXT_EXTENSIONS: ReadonlySet<string> = new Set(['csv', 'tsv', 'txt', 'md', 'json', 'jsonl']);

type TextFile = Pick<AreaFile, 'path' | 'realPath' | 'sizeBytes' | 'modifiedMs'>;

const MAX_REMEMBERED = 10_000;
/** By file, size and time, oldest first: a folder is listed again after each change to it. */
const remembered = new Map<string, readonly TextReading[]>();

/** Whether a text with this name can have an encoding that must be guessed. */
export const hasEncoding = (name: string): boolean => TEXT_EXTENSIONS.has(extensionOf(name));

/**
 * The likely readings of a text file that can be read in more than one way, the best first; none once a person has
 * chosen.
 */
export async function findReadings(area: Area, file: TextFile): Promise<readonly TextReading[]> {
  const { path, realPath, sizeBytes, modifiedMs } = file;
  if (sizeBytes === 0 || !hasEncoding(path) || chosenEncoding(area, file) !== undefined) return [];
  const key = JSON.stringify([realPath, sizeBytes, modifiedMs]);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const { bytes } = await readFirstBytes(realPath);
  const likely = encodingChoice(bytes)?.readings ?? [];
  const readings = likely.length < 2 ? [] : likely.map(beginningOf);
  remembered.set(key, readings);
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return readings;
}

const beginningOf = ({ encoding, sample: [first = ''] }: EncodingReading): TextReading => ({
  encoding,
  sample: first,
});

type EncodingReading = EncodingChoice['readings'][number];
