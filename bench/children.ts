import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

export interface Child {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a program of this repository that prints `PORT n` once it listens. */
export async function startChild(args: string[], env: Record<string, string>): Promise<Child> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8');
  while (!/PORT \d+/.test(output)) {
    if (child.exitCode !== null) throw new Error(`ended: ${output}`);
    const [text] = (await once(child.stdout, 'data')) as [string];
    output += text;
  }
  return { port: Number(/PORT (\d+)/.exec(output)?.[1]), pid: child.pid ?? 0, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Peak memory of a process in MiB (Linux). */
export function peakMemoryMiB(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
