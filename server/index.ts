import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from '../app/core/server/logger.server';
import { createExpressApp } from './express-app';
import { logNodesWords } from './log-nodes-words';
import { originOf, portOf } from './origin';
import type { ServerEntry } from './server-entry';
import { stopOnSignals } from './shutdown';
import { cutOffUnreadPeers } from './unread-peers';

// Bundled, and run as `node build/host/index.js`.
const root = path.resolve(import.meta.dirname, '../..');

// The database client's WebAssembly is optimized by all of V8's threads at once by default, and what they took for
// that (60 MiB) stays with them. One at a time is as soon done, and the server rests below 200 MiB.
setFlagsFromString('--wasm-num-compilation-tasks=1');
// Garbage is collected when the heap has grown by half since the last time, not when it is up to four times as large
// (docs/decisions/0048-collecting-garbage-sooner.md).
setFlagsFromString('--heap-growing-percent=50');

// What people wrote, and what they log in with, is for whoever runs the server to read, and for no one else there.
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
  const build = await import('@remix-run/dev/server-build'); // React asks for NODE_ENV as it is loaded
  const entry = build.entry.module as unknown as ServerEntry;

  const env = readEnvOrExit(entry);
  log = entry.createLogger(env.LOG_LEVEL);
  logNodesWords(log);
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
  server.requestTimeout = 2 * 3_600_000; // a file of 100 MB over the slowest line that is waited for, 16 KB a second
  // Longer than proxies keep an idle connection: what comes on one in the moment that we close it is lost.
  server.keepAliveTimeout = 130_000;
  cutOffUnreadPeers(server);
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

/** What opens an address in a browser; elsewhere the freedesktop.org way. */
const OPENERS: Partial<Record<NodeJS.Platform, Program>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const USUAL_OPENER: Program = ['xdg-open'];

/** Where there is no browser to open, the address on the console is enough. */
function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? USUAL_OPENER;
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

/** Ends with a sentence: in the log for programs, by itself for people. */
function fail(sentence: string): never {
  if (process.stdout.isTTY || !log) console.error(sentence);
  else log.child({}, { level: 'info' }).fatal(sentence); // whatever the level of the log
  process.exit(1);
}

const noSuchHost = (host: string): string =>
  `${host} is no address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all of its addresses.`;

/** Which setting is wrong, and what to do: Node's own words name neither. */
const WHY_NOT_LISTENING: Partial<Record<string, (host: string, port: number) => string>> = {
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
      const explain = WHY_NOT_LISTENING[error.code ?? ''];
      reject(explain ? new Error(explain(host, port), { cause: error }) : error);
    });
    server.listen(port, host, resolve);
  });
}

main().catch((error: unknown) =>
  fail(`Promptwell could not start: ${error instanceof Error ? error.message : String(error)}`),
);
