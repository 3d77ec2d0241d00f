import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, startChild, type Child } from './children';
import { median } from './load';
import { measure, type Usage } from './measure';

const PROMPT = 'Write a one-line comment for {NAME} on {TOPIC}. Note: {NOTE}';
/** The same prompt in promptfoo's syntax. */
export const PEER_PROMPT = PROMPT.replace(/\{(\w+)\}/gu, (_, name: string) => `{{${name.toLowerCase()}}}`);

const COMMAND = path.join(root, 'packages/baiql-cli/bin/baiql.js');
/** Temporary folder of this benchmark. */
export const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-baiql-'));
const files = path.join(folder, 'files');
fs.mkdirSync(files);

export const usageFile = path.join(folder, 'usage.json');

/** Writes a table with that many rows to the files folder. */
export function writeTable(name: string, rows: number): string {
  const file = path.join(files, name);
  const out = fs.openSync(file, 'w');
  fs.writeSync(out, 'name,topic,note\n');
  for (let row = 1; row <= rows;) {
    let piece = '';
    for (; row <= rows && piece.length < 1 << 20; row += 1) {
      piece += `Student ${row},the water cycle ${row % 97},handed in on day ${row % 31} with a drawing\n`;
    }
    fs.writeSync(out, piece);
  }
  fs.closeSync(out);
  return file;
}

/** Writes a script that sends one request per row. */
export function writeScript(table: string, parallel: number, run: string, mode = ''): string {
  const file = path.join(folder, `script-${parallel}.baiql`);
  fs.writeFileSync(
    file,
    `BATCH_START "Bench" ${mode}
LOAD ${table} AS FILE
MODEL mock-small
LIMIT PARALLEL ${parallel}
PROMPT "${PROMPT}"
${run}
OUTPUT out.csv
END_BATCH
`,
  );
  return file;
}

/** Runs a script with a new state file of this name. */
export function runBaiql(script: string, url: string, state: string): Promise<Usage> {
  return resumeBaiql(script, url, freshDatabasePath(state));
}

/** Runs a script with a state file that may already exist. */
export function resumeBaiql(script: string, url: string, state: string): Promise<Usage> {
  const out = path.join(folder, 'out');
  const args = [
    COMMAND,
    'run',
    script,
    '--files',
    files,
    '--out',
    out,
    '--state',
    state,
    '--yes',
    '--json',
    '--base-url',
    url,
  ];
  return measure({ args, usageFile });
}

export const urlOf = ({ port }: Pick<Child, 'port'>): string => `http://127.0.0.1:${String(port)}/v1`;

/** The path of a database, removed if it exists. */
export function freshDatabasePath(name: string): string {
  const file = path.join(folder, name);
  for (const suffix of ['', '-wal', '-shm']) fs.rmSync(`${file}${suffix}`, { force: true });
  return file;
}

export const startVendor = (env: Record<string, string>): Promise<Child> =>
  startChild(['--import', 'tsx', 'tests/vendors/vendor-main.ts', 'openai'], {
    MOCK_MAX_SECS: '3000',
    ...env,
  });

export const medianOf = (runs: readonly Usage[], pick: (usage: Usage) => number): number =>
  median(runs.map(pick));
export const roundTo = (value: number, digits = 0): number => Number(value.toFixed(digits));
