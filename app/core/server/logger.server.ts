import { pino, type Logger } from 'pino';

export type { Logger };

/** Keys whose values are redacted, at any depth of a logged object. */
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

const MAX_WAITING_BYTES = 1024 * 1024;

/** JSON lines for programs; readable lines on a terminal. */
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

/** Standard output for the life of the process. A full disk under the log doesn't stop the server. */
function lastingOutput() {
  const output = pino.destination({ sync: false, maxLength: MAX_WAITING_BYTES });
  output.on('error', () => {
    // Lines wait for the output to drain, but not at exit, which they would block.
    output.flushSync = () => undefined;
  });
  return output;
}

/** A pino line as `12:03:44 WARN  the sentence  name=value`, followed by the stack. */
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
