import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './children';

export interface Usage {
  wallMs: number;
  cpuMs: number;
  peakMiB: number;
  status: number | null;
}

export interface MeasuredRun {
  /** Arguments for Node. */
  args: readonly string[];
  /** File to which the program's usage is written. */
  usageFile: string;
  cwd?: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs a Node program to completion and returns its duration and resource usage. */
export async function measure({ args, usageFile, cwd = root, env = {} }: MeasuredRun): Promise<Usage> {
  fs.rmSync(usageFile, { force: true });
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--import', path.join(root, 'bench/report-usage.mjs'), ...args], {
    cwd,
    env: { ...process.env, ...env, USAGE_FILE: usageFile },
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 300_000);
  await once(child, 'close');
  clearTimeout(timer);
  const wallMs = performance.now() - startedMs;
  const { cpuMs, peakMiB } = JSON.parse(fs.readFileSync(usageFile, 'utf8')) as Usage;
  return { wallMs, cpuMs, peakMiB, status: child.exitCode };
}
