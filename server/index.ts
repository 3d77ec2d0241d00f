import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from '../app/core/server/logger.server';
import { createExpressApp } from './express-app';
import { logNodeWarnings } from './log-node-warnings';
import { originOf, portOf } from './origin';
import type { ServerEntry } from './server-entry';
import { stopOnSignals } from './shutdown';
import { closeUnreadConnections } from './unread-connections';

// Bundled, and run as `node build/host/index.js`.
const root = path.resolve(import.meta.dirname, '../..');

// By default, V8 compiles the database client's WebAssembly on all threads, which keep 60 MiB. One task takes no longer
// and keeps the idle server below 200 MiB.
setFlagsFromString('--wasm-num-compilation-tasks=1');
// Collect garbage when the heap has grown by half, rather than fourfold
// (docs/decisions/0048-collecting-garbage-sooner.md).
setFlagsFromString('--heap-growing-percent=50');

// Users' data and credentials are readable only by the server's own account.
process.umask(0o077);

const USAGE = `Starts Promptwell.

  npm start                   sets up what is missing, and starts
  node build/host/index.js    starts what was built

  --open    opens the address in a browser
  --help    shows this

Settings come from the environment and from .env in the current folder: see .env.example.`;

let log: Logger | undefined;

async function main(): Promise<void> {
  const unknown = process.argv.slice(2).find((argument) => argument !== '--open');
  if (unknown !== undefined) {
    const isHelp = unknown === '--help' || unknown === '-h';
    console.log(isHelp ? USAGE : `Unknown option: ${unknown}\n\n${USAGE}`);
    process.exit(isHelp ? 0 : 2);
  }
  const environmentNames = Object.keys(process.env);
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  const environment: Record<string, string | undefined> = process.env;
  environment.NODE_ENV ??= 'production';
  const build = await import('@remix-run/dev/server-build'); // React reads NODE_ENV when it is loaded
  const entry = build.entry.module as unknown as ServerEntry;

  const env = readEnvOrExit(entry);
  log = entry.createLogger(env.LOG_LEVEL);
  logNodeWarnings(log);
  for (const sentence of entry.findMisspelledSettings(namesInEnvFile(), environmentNames)) log.warn(sentence);
  const app = await entry.createApp(env, { root }, log);
  let isStopping = false;
  const server = createServer(
    createExpressApp({
      app,
      entry,
      build,
      loadApi: () => entry.api,
      clientDir: path.join(root, 'build/client'),
      isStopping: () => isStopping,
    }),
  );
  server.requestTimeout = 2 * 3_600_000; // a 100 MB file at the minimum speed of 16 KB/s
  // Longer than the idle timeout of proxies: a request that arrives while we close the connection is lost.
  server.keepAliveTimeout = 130_000;
  closeUnreadConnections(server);
  await listen(server, env.PORT, env.HOST);
  stopOnSignals(server, app, () => {
    isStopping = true;
  });
  const address = await app.announce(originOf(env, portOf(server)));
  if (process.argv.includes('--open')) openBrowser(address);
}

const namesInEnvFile = (): string[] =>
  fs.existsSync('.env') ? Object.keys(parseEnv(fs.readFileSync('.env', 'utf8'))) : [];

type Program = readonly [command: string, ...args: string[]];

/** Opens a URL in a browser; other systems use xdg-open. */
const OPENERS: Partial<Record<NodeJS.Platform, Program>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const DEFAULT_OPENER: Program = ['xdg-open'];

/** If no browser can be opened, the address on the console has to do. */
function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? DEFAULT_OPENER;
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => log?.warn('No browser could be opened: go to the address above.'))
    .unref();
}

function readEnvOrExit(entry: ServerEntry) {
  try {
    return entry.readEnv(process.env);
  } catch (error) {
    if (!(error instanceof entry.SettingsError)) throw error;
    log = entry.createLogger('info');
    return fail(error.message);
  }
}

/** Prints a message and exits: to the log for programs, plainly on a terminal. */
function fail(sentence: string): never {
  if (process.stdout.isTTY || !log) console.error(sentence);
  else log.child({}, { level: 'info' }).fatal(sentence); // at any log level
  process.exit(1);
}

const noSuchHost = (host: string): string =>
  `${host} is no address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all of its addresses.`;

/** Names the wrong setting and the fix; Node's messages have neither. */
const LISTEN_ERRORS: Partial<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is taken. Stop what uses it, or set PORT to another one.`,
  EACCES: (_, port) =>
    `This user may not listen on port ${port}. Set PORT to one above 1023, and put a proxy in front of it.`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
};

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const explain = LISTEN_ERRORS[error.code ?? ''];
      reject(explain ? new Error(explain(host, port), { cause: error }) : error);
    });
    server.listen(port, host, resolve);
  });
}

main().catch((error: unknown) =>
  fail(`Promptwell could not start: ${error instanceof Error ? error.message : String(error)}`),
);
