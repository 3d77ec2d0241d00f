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

export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
  });
}
