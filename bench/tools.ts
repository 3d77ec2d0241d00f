import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Runs a tool that only benchmarks need and returns its output. `npm ci` at the root does not install these. */
export async function runTool(name: string, args: readonly string[]): Promise<string> {
  const program = path.join(import.meta.dirname, 'node_modules/.bin', name);
  if (!fs.existsSync(program)) {
    console.log('Installing the packages that only benchmarks need …');
    execFileSync('npm', ['ci', '--loglevel=error'], { cwd: import.meta.dirname, stdio: 'inherit' });
  }
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
