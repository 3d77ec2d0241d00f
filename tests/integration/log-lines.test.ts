import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from '../support/server';

interface Line {
  level: number;
  time: string;
  msg: string;
  version?: string;
}

/** Fails at the first line that is not JSON. */
const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const linesOfFailedStart = async (env: Record<string, string>) => {
  const error: unknown = await startServer({ env }).catch((thrown: unknown) => thrown);
  if (!(error instanceof Error)) expect.unreachable('The server has started.');
  const lines = linesOf(error.message.replace(/^The server ended with 1:\n/, ''));
  return lines.map(({ level, msg }) => [level, msg]);
};

it('every line of a server that no terminal reads is JSON, from its version to its stop', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'info', SMPT_URL: 'smtp://127.0.0.1' } });
  await fetch(`${server.origin}/docs`);
  await fetch(`${server.origin}/api/nothing`);
  await server.stop();
  const lines = linesOf(server.output());
  for (const line of lines)
    expect(line).toMatchObject({ level: expect.any(Number) as number, time: expect.any(String) as string });
  expect(lines.find(({ msg }) => msg === 'Promptwell starts')?.version).toMatch(/^\d+\.\d+\.\d+$/);
  const said = lines.map(({ msg }) => msg).join('\n');
  expect(said).toMatch(/^SMPT_URL .*SMTP_URL/m);
  expect(said).toMatch(/^SMTP_URL is not set/m);
  expect(said).toContain(`one-time link): ${server.setupLink ?? 'none'}`);
  expect(said).toContain(`Promptwell is ready: ${server.origin}`);
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(2);
});

it('the address and the set-up link are told whatever the level of the log, and nothing else @soak', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'silent' } });
  await fetch(`${server.origin}/docs`);
  await server.stop();
  expect(linesOf(server.output()).map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^SMTP_URL is not set/),
    expect.stringMatching(/^Create the first administrator/),
    `Promptwell is ready: ${server.origin}`,
  ]);
});

it('a start that fails says why in one line, whatever the level of the log @soak', async () => {
  const taken = http.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const PORT = String((taken.address() as AddressInfo).port);
  expect(await linesOfFailedStart({ PORT, LOG_LEVEL: 'silent' })).toEqual([
    [60, expect.stringContaining(`Port ${PORT} on 127.0.0.1 is taken.`)],
  ]);
  taken.close();
  expect(await linesOfFailedStart({ LOG_LEVEL: 'loud' })).toEqual([
    [60, expect.stringContaining('LOG_LEVEL')],
  ]);
});
