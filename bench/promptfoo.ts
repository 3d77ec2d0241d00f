import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './children';
import { measure, type Usage } from './measure';

/** The task that both programs run. */
export interface PeerTask {
  table: string;
  /** Contains `{{name}}`, `{{topic}}` and `{{note}}`. */
  prompt: string;
  baseUrl: string;
  parallel: number;
  /** Used by nothing else. */
  folder: string;
}

/** An installed promptfoo: set by PROMPTFOO, in node_modules, or on PATH. */
export interface Promptfoo {
  version: string;
  /** Evaluates the table and checks the number of result rows. */
  run(task: PeerTask, rows: number): Promise<Usage>;
}

// No telemetry or other network access, no cache.
const QUIET = {
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
  PROMPTFOO_DISABLE_SHARING: '1',
  PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  PROMPTFOO_SELF_HOSTED: '1',
  PROMPTFOO_CACHE_ENABLED: 'false',
  LOG_LEVEL: 'error',
  CI: '1',
};
const SWITCHES = ['--no-cache', '--no-table', '--no-progress-bar', '--no-share', '--no-write'];

/** Null if it is not installed or does not start. */
export function findPromptfoo(): Promptfoo | null {
  for (const program of candidates()) {
    if (!fs.existsSync(program)) continue;
    // Resolves the link to the script that Node runs.
    const script = fs.realpathSync(program);
    const asked = spawnSync(process.execPath, [script, '--version'], {
      env: { ...process.env, ...QUIET },
      encoding: 'utf8',
      timeout: 60_000,
    });
    const version = /^\d+\.\d+\.\d+/mu.exec(asked.stdout)?.[0];
    if (version !== undefined) return { version, run: (task, rows) => evaluate(script, task, rows) };
  }
  return null;
}

function candidates(): string[] {
  const named = process.env.PROMPTFOO;
  if (named !== undefined) return [path.resolve(named)];
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'promptfoo'));
  return [path.join(root, 'node_modules/.bin/promptfoo'), ...onPath];
}

async function evaluate(script: string, task: PeerTask, rows: number): Promise<Usage> {
  const { table, prompt, baseUrl, parallel, folder } = task;
  fs.mkdirSync(folder, { recursive: true });
  const config = path.join(folder, 'promptfooconfig.json');
  const output = path.join(folder, 'out.jsonl');
  fs.rmSync(output, { force: true });
  const provider = { apiBaseUrl: baseUrl, apiKey: 'mock', temperature: 0, max_tokens: 128 };
  const settings = {
    prompts: [prompt],
    providers: [{ id: 'openai:chat:mock-small', config: provider }],
    tests: `file://${table}`,
  };
  fs.writeFileSync(config, JSON.stringify(settings));
  const usage = await measure({
    args: [script, 'eval', '-c', config, ...SWITCHES, '-j', String(parallel), '-o', output],
    usageFile: path.join(folder, 'usage.json'),
    cwd: folder,
    env: { ...QUIET, PROMPTFOO_CONFIG_DIR: path.join(folder, 'home') },
  });
  const written = fs.readFileSync(output, 'utf8').trimEnd().split('\n').length;
  if (written !== rows) throw new Error(`promptfoo wrote ${String(written)} of ${String(rows)} rows.`);
  return usage;
}
