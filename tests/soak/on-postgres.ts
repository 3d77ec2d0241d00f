import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '../support/postgres';

// Run by scripts/soak-postgres.mjs: server tests, then browser tests, or only the files that are named.

const files = process.argv.slice(2);
const server = process.env.TEST_POSTGRES === undefined ? await startPostgres() : undefined;
const TEST_POSTGRES = process.env.TEST_POSTGRES ?? server?.adminUrl;

async function runTests(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(`node_modules/.bin/${program}`, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES },
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status ?? 1;
}

const excluded = (process.env.EXCLUDED ?? '').split(',').map((file) => `--exclude=${file}`);
const serverTests = files.length > 0 ? files : ['tests/integration'];
const first = await runTests('vitest', ['run', ...serverTests, ...excluded]);
const second = files.length > 0 ? 0 : await runTests('playwright', ['test', '--reporter=line']);
await server?.stop();
process.exitCode = first || second;
