import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../cli.js';

export interface Outcome {
  readonly status: number;
  readonly output: string;
  readonly complaints: string;
}

interface Terminal {
  readonly input?: string;
  readonly colors?: boolean;
  readonly columns?: number | null;
}

/** Runs the command line in this process. */
export async function baiql(
  args: readonly string[],
  { input = '', colors = false, columns = null }: Terminal = {},
): Promise<Outcome> {
  let output = '';
  let complaints = '';
  const status = await runCli(args, {
    print: (text) => (output += text),
    printError: (text) => (complaints += text),
    readInput: (maxBytes) => Promise.resolve(Buffer.from(input).subarray(0, maxBytes)),
    colors,
    columns,
  });
  return { status, output, complaints };
}

/** A folder of its own for a test, with files by their relative paths. */
export async function makeFolder(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'baiql-'));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return {
    folder,
    path: (name: string): string => path.join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
