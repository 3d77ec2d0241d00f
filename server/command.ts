import fs from 'node:fs';
import path from 'node:path';
import type { ServerEntry } from './server-entry';

// Bundled, and run as `node build/host/command.js ledger-check`.
const root = path.resolve(import.meta.dirname, '../..');
process.umask(0o077); // like the server: backups contain users' data
if (fs.existsSync('.env')) process.loadEnvFile('.env');
const { entry: built } = await import('@remix-run/dev/server-build');
const entry = built.module as unknown as ServerEntry;
const [name = '', ...args] = process.argv.slice(2);
// Read lazily, so that `--help` works even with invalid settings.
const options = {
  get env() {
    return entry.readEnv(process.env);
  },
  root,
};
try {
  process.exitCode = await entry.runCommand(name, args, options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
