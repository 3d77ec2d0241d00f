// Reports an invalid PORT before the minutes that a first installation takes.
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { root, StepError } from './steps.mjs';

/**
 * Throws a StepError if PORT is invalid. Before a first set-up, also if the port is taken; later starts report that
 * within a second themselves.
 */
export async function requirePort() {
  const { HOST, PORT } = readSettings();
  const port = Number(PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StepError(`PORT is "${PORT}". Set it to a number from 0 to 65535, such as 3000.`);
  }
  if (!fs.existsSync(path.join(root, 'build/host'))) await requireFree(port, HOST || '127.0.0.1');
}

function readSettings() {
  const file = path.join(root, '.env');
  return { ...(fs.existsSync(file) ? parseEnv(fs.readFileSync(file, 'utf8')) : {}), ...process.env };
}

async function requireFree(port, host) {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new StepError(
      error.code === 'EADDRINUSE'
        ? `Port ${String(port)} on ${host} is taken. Stop what uses it, or set PORT to another one.`
        : `Promptwell can’t listen on ${host}, port ${String(port)} (${error.code}). Check HOST and PORT.`,
      { cause: error },
    );
  } finally {
    server.close();
  }
}
