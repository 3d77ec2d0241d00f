import fs from 'node:fs';
import path from 'node:path';
import type { ServerEntry } from './server-entry';

// This file is built to build/host/command.js and run as `node build/host/command.js ledger-check`.
const root = path.resolve(import.meta.dirname, '../..');
process.umask(0o077); // as the server does: a backup holds all that people wrote
if (fs.existsSync('.env')) process.loadEnvFile('.env');
const { entry: built } = await import('@remix-run/dev/server-build');
const entry = built.module as unknown as ServerEntry;
try {
  const [name = '', ...args] = process.argv.slice(2);
  process.exitCode = await entry.runCommand(name, args, { env: entry.readEnv(process.env), root });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
