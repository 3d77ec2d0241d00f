import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';

const COMMAND = path.resolve(import.meta.dirname, '../../../packages/baiql-cli/bin/baiql.js');

/** A folder with a script, its files, and room for outputs and state. */
export async function makeWorkplace(script: string, files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'baiql-run-'));
  const at = (name: string): string => path.join(folder, name);
  await mkdir(at('files'));
  await writeFile(at('script.baiql'), script);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(at('files'), name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return {
    at,
    /** The arguments that every run of this workplace has. */
    args: [
      'run',
      at('script.baiql'),
      '--files',
      at('files'),
      '--out',
      at('out'),
      '--state',
      at('state.db'),
      '--yes',
      '--json',
    ],
    readOutput: (name: string) => readFile(path.join(at('out'), name), 'utf8'),
    readTable: async (name: string) =>
      parse<Record<string, string>>(await readFile(path.join(at('out'), name), 'utf8'), {
        columns: true,
        bom: true,
      }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Starts `baiql` as a process of its own. Without keys: what answers is named by `--base-url`, else Demo. */
export function startBaiql(args: readonly string[], keys: Readonly<Record<string, string>> = {}) {
  return start([process.execPath, COMMAND, ...args], keys);
}

/** The same, with files that may not grow beyond so many KiB: as on a full disk, writing fails. */
export function startBaiqlWithLimit(mostKib: number, args: readonly string[]) {
  // The shell counts in blocks of 512 bytes.
  const limit = `ulimit -f ${mostKib * 2} && exec "$@"`;
  return start(['/bin/sh', '-c', limit, 'sh', process.execPath, COMMAND, ...args], {});
}

/** The same, with everything it says in a pipe that nobody reads; the output is its exit status instead. */
export function startBaiqlUnread(args: readonly string[]) {
  const pipe = '{ { "$@" 2>&1; echo $? >&3; } | :; } 3>&1';
  return start(['/bin/sh', '-c', pipe, 'sh', process.execPath, COMMAND, ...args], {});
}

function start([program = '', ...args]: readonly string[], keys: Readonly<Record<string, string>>) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH, HOME: tmpdir(), ...keys };
  const child = spawn(program, args, { env });
  const output = text(child.stdout);
  const complaints = text(child.stderr);
  child.stdin.end();
  return {
    child,
    finished: once(child, 'close').then(async () => ({
      status: child.exitCode,
      output: await output,
      complaints: await complaints,
      summary: parseSummary(await output),
    })),
  };
}

export interface Summary {
  id: string;
  status: string;
  reason?: string;
  total: number;
  succeeded: number;
  failed: number;
  skipped: number;
  costUsd: number | null;
  inputTokens: number;
  outputs: string[];
}

function parseSummary(output: string): Summary | null {
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  return last.startsWith('{') ? (JSON.parse(last) as Summary) : null;
}

/** A table with a name and a town in each of its rows. */
export function peopleTable(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => `Person ${index + 1},Town ${index + 1}`);
  return `Name,Town\n${lines.join('\n')}\n`;
}
