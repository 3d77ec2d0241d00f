import { appendFile, open, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EXIT, type Io, UsageError } from '../command.js';

/** A script's text. */
export interface ScriptFile {
  /** The path as given, or as found in a given folder; `-` for standard input. */
  readonly file: string;
  readonly text: string;
}

/** A file that could not be read or written, with the reason. */
export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

export const STANDARD_INPUT = '-';
const EXTENSION = '.baiql';

// Larger than the largest script in any encoding, so that the size error is reported.
const MAX_BYTES = 4 * 1024 * 1024 + 4;

/**
 * Reads scripts in order: files, every `.baiql` file below a folder, `-` for standard input.
 * @throws UsageError for no arguments, or standard input twice.
 */
export async function* readScripts(
  given: readonly string[],
  io: Pick<Io, 'readInput'>,
): AsyncGenerator<ScriptFile | Unreadable> {
  if (given.length === 0) throw new UsageError('No file given.');
  if (given.filter((file) => file === STANDARD_INPUT).length > 1) {
    throw new UsageError('Standard input (-) can be read only once.');
  }
  const seen = new Set<string>();
  for (const each of given) {
    if (each === STANDARD_INPUT) {
      yield decode(each, await io.readInput(MAX_BYTES));
      continue;
    }
    const files = await scriptsIn(each);
    if ('reason' in files) yield files;
    else {
      // Scripts given twice, or also through their folder, are read once.
      for (const file of files) {
        const whole = path.resolve(file);
        if (!seen.has(whole)) yield await readScript(file);
        seen.add(whole);
      }
    }
  }
}

export function isUnreadable(file: ScriptFile | Unreadable): file is Unreadable {
  return 'reason' in file;
}

/** Writes a script back; returns the error if that fails. A full disk leaves the file unchanged. */
export async function writeScript(file: string, text: string): Promise<Unreadable | null> {
  try {
    const bytes = Buffer.from(text);
    const { size } = await stat(file);
    // Writes the additional bytes first: overwriting existing ones needs no space.
    await appendFile(file, bytes.subarray(size)).catch(async (error: unknown) => {
      await truncate(file, size);
      throw error;
    });
    await writeFile(file, bytes, { flag: 'r+' });
    await truncate(file, bytes.length);
    return null;
  } catch (error) {
    return { file, reason: `This file cannot be written (${messageOf(error)}).` };
  }
}

/** Reports unreadable files and returns the status for wrong usage. */
export function reportUnreadable({ file, reason }: Unreadable, io: Pick<Io, 'printError'>): number {
  io.printError(`${file}: ${reason}\n`);
  return EXIT.usage;
}

async function scriptsIn(given: string): Promise<readonly string[] | Unreadable> {
  try {
    if (!(await stat(given)).isDirectory()) return [given];
    const found = await readdir(given, { recursive: true });
    const scripts = found.filter((name) => name.endsWith(EXTENSION) && !isHidden(name));
    if (scripts.length === 0) return { file: given, reason: `No ${EXTENSION} file in this folder.` };
    const inOrder = new Intl.Collator('en', { numeric: true }).compare;
    return scripts.sort(inOrder).map((name) => path.join(given, name));
  } catch (error) {
    return { file: given, reason: reasonOf(error) };
  }
}

function isHidden(name: string): boolean {
  return name.split(path.sep).some((part) => part.startsWith('.') || part === 'node_modules');
}

async function readScript(file: string): Promise<ScriptFile | Unreadable> {
  try {
    const handle = await open(file);
    try {
      const bytes = Buffer.alloc(Math.min((await handle.stat()).size, MAX_BYTES));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return decode(file, bytes.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { file, reason: reasonOf(error) };
  }
}

/** Decodes UTF-8, or UTF-16 from older Windows programs, without byte-order mark. */
function decode(file: string, bytes: Uint8Array): ScriptFile | Unreadable {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  const decoder = new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true });
  try {
    // The cut may be inside a character.
    return { file, text: decoder.decode(bytes, { stream: bytes.length === MAX_BYTES }) };
  } catch {
    // Undecodable letters would become replacement characters in the prompts, and in the file when it is written back.
    return { file, reason: 'This is not text in UTF-8. Save it as UTF-8.' };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'No such file.',
  EACCES: 'You don’t have permission to read this file.',
  EPERM: 'You don’t have permission to read this file.',
  EISDIR: 'This is a folder.',
  ENOTDIR: 'No such file.',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? `This file cannot be read (${messageOf(error)}).`;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
