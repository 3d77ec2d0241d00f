import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hashOfFolders } from './hash-of-folders';
import { databaseSettings } from './server-database';

const HOST = path.resolve(import.meta.dirname, '../../build/host');
const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');
/**
 * In tests, the database client's WebAssembly is compiled once, and not optimized for a server that lives for seconds.
 * A benchmark's server runs with the default flags.
 */
const FLAGS = process.env.QUICK_SERVERS ? ['--liftoff-only'] : [];
// Lines of JSON, as programs get them.
const READY = /"Promptwell is ready: ([^"]+)"/;
const SETUP_LINK = /one-time link\): ([^"]+)"/;

export interface ServerOptions {
  /** Settings, as a self-hoster would put them into the environment. */
  env?: Record<string, string>;
  /** Continue with the data of an earlier server. */
  dataDir?: string;
}

export interface TestServer {
  origin: string;
  dataDir: string;
  pid: number;
  /** The link that makes the first administrator, as the console shows it. */
  setupLink: string | undefined;
  /** Everything the process printed. */
  output(): string;
  /** As a self-hoster stops it: SIGTERM, then wait. */
  stop(): Promise<void>;
  /** As a crash stops it: SIGKILL. The data stays. */
  kill(): Promise<void>;
}

/** Starts the built server as a child process, on a free port of the loopback, with a data folder of its own. */
export async function startServer({ env, dataDir }: ServerOptions = {}): Promise<TestServer> {
  if (dataDir !== undefined) return spawnServer(dataDir, env);
  const folder = newFolder();
  if (!process.env.TEST_POSTGRES) fs.copyFileSync(await firstStart(), path.join(folder, 'app.db'));
  return spawnServer(folder, env);
}

const newFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-test-'));

/**
 * The database as this build leaves it after its very first start: migrated, with its reference content, without
 * anybody. Made once, and copied by all test processes, since it costs more than all the rest of a start.
 */
async function firstStart(): Promise<string> {
  const file = path.join(os.tmpdir(), `promptwell-first-start-${hashOfFolders(HOST, MIGRATIONS)}.db`);
  if (fs.existsSync(file)) return file;
  const folder = newFolder();
  await (await spawnServer(folder)).stop();
  fs.renameSync(path.join(folder, 'app.db'), file); // whole or not at all, whoever else is making it
  fs.rmSync(folder, { recursive: true });
  return file;
}

async function spawnServer(data: string, env: Record<string, string> = {}): Promise<TestServer> {
  const child = spawn(process.execPath, [...FLAGS, path.join(HOST, 'index.js')], {
    // Not this shell's settings: a developer's keys must not reach a test.
    env: {
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '2', // as the systemd unit and the container image set these three
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      PROVIDER_RETRY_SECONDS: '0',
      CHECK_ANSWERS: 'on',
      ...(await databaseSettings(data)),
      ...env,
    },
    cwd: data,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await untilPrinted(
    child,
    () => READY.test(output),
    () => output,
  );
  return {
    origin: READY.exec(output)?.[1] ?? '',
    dataDir: data,
    pid: child.pid ?? 0,
    setupLink: SETUP_LINK.exec(output)?.[1],
    output: () => output,
    stop: () => end(child, 'SIGTERM').then(() => requireTrueAnswers(output)),
    kill: () => end(child, 'SIGKILL').then(() => requireTrueAnswers(output)),
  };
}

async function untilPrinted(
  child: ChildProcess,
  isThere: () => boolean,
  output: () => string,
): Promise<void> {
  while (!isThere()) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    await Promise.race([
      child.stdout && once(child.stdout, 'data'),
      child.stderr && once(child.stderr, 'data'),
      once(child, 'exit'),
    ]);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'close'); // when all that it printed has been read, too
  child.kill(signal);
  await gone;
}

/** Fails the tests if CHECK_ANSWERS found a response that breaks its schema, even one that the page tolerated. */
export function requireTrueAnswers(output: string): void {
  const found = /^.*(?:does not fit its schema|is not declared by).*$/m.exec(output);
  if (found) throw new Error(`The API gave what it does not declare: ${found[0]}`);
}

export interface ApiAnswer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A script's view of the server: JSON in and out, with a bearer token. */
export function apiOf(origin: string, token?: string) {
  return async <Body = Record<string, unknown>>(
    method: string,
    pathname: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Body>> => {
    const response = await fetch(origin + pathname, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : { text }) as Body,
    };
  };
}

export const ADMIN = { email: 'admin@example.org', password: 'Correct-horse-7' };
export const ADMIN_ENV = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };

/** Signs in as a script does, and gives the token. */
export async function signInByApi(
  origin: string,
  account: { email: string; password: string } = ADMIN,
): Promise<string> {
  const answer = await apiOf(origin)<{ token?: string; message?: string }>('POST', '/api/auth/login', {
    ...account,
    rememberMe: false,
  });
  if (answer.body.token === undefined)
    throw new Error(`Signing in failed: ${answer.status} ${String(answer.body.message)}`);
  return answer.body.token;
}
