import { pino, type Logger } from 'pino';

export type { Logger };

/** Names whose values never reach a log, wherever they stand in a logged object. */
const SECRET_NAMES = [
  'password',
  'token',
  'authorization',
  'cookie',
  'apiKey',
  'prompt',
  'text',
  'secret',
  'email',
];

const MOST_WAITING_BYTES = 1024 * 1024;

/** JSON, a line each, for programs; on a terminal lines for people. */
export function createLogger(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
  };
  return process.stdout.isTTY
    ? pino(options, { write: (line) => void process.stdout.write(readableLine(line)) })
    : pino(options, lastingOutput());
}

/** Standard output for as long as the process lives, whatever becomes of it: a full disk under a log stops no server. */
function lastingOutput() {
  const output = pino.destination({ sync: false, maxLength: MOST_WAITING_BYTES });
  output.on('error', () => {
    // Lines wait for room. At the end of the process they must not: it would never end.
    output.flushSync = () => undefined;
  });
  return output;
}

/** One of pino's lines as `12:03:44 WARN  the sentence  name=value`; what a stack has to say follows below. */
export function readableLine(json: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(json) as {
    level: number;
    time: string;
    msg?: string;
    err?: { stack?: string };
  } & Record<string, unknown>;
  const values = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const label = (pino.levels.labels[level] ?? '').toUpperCase().padEnd(5);
  const line = [`${time.slice(11, 19)} ${label} ${msg ?? ''}`.trimEnd(), ...values].join('  ');
  return `${line}\n${err?.stack === undefined ? '' : `${err.stack}\n`}`;
}
