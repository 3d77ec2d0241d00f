import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startAnthropicServer } from './anthropic-server';
import { startOpenAiServer } from './openai-server';
import { startResponsesServer } from './responses-server';
import { expectedAnswer } from './vendor-request';
import type { VendorServer } from './vendor-server';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe.each([
  { name: 'OpenAI', start: startOpenAiServer, path: '/v1/chat/completions' },
  { name: 'Responses', start: startResponsesServer, path: '/v1/responses' },
  { name: 'Anthropic', start: startAnthropicServer, path: '/v1/messages' },
])('the local $name', ({ start, path: completionPath }) => {
  let vendor: VendorServer;
  beforeEach(async () => {
    vendor = await start();
  });
  afterEach(() => vendor.close());

  function ask(prompt: string, rest: object = {}): Promise<Response> {
    return post(vendor, completionPath, {
      model: 'mock-small',
      messages: [{ role: 'user', content: prompt }],
      ...rest,
    });
  }

  test('counts, records and notices what was answered twice', async () => {
    await (await ask('one')).text();
    await (await ask('two', { stream: true })).text();
    await (await ask('two')).text();
    expect(vendor.log.stats).toMatchObject({ requests: 3, answered: 3, streamed: 1, answeredTwice: 1 });
    expect(vendor.log.promptsAnsweredTwice()).toEqual(['two']);
    expect(vendor.log.answersTo('one')).toBe(1);
    expect(vendor.log.requests.map(({ prompt }) => prompt)).toEqual(['one', 'two', 'two']);
    await vendor.until((log) => log.stats.inFlight === 0);
  });

  test('does what the script says first, then what the model’s name says', async () => {
    vendor.script({ kind: 'status', status: 503 }, { kind: 'reply', text: 'scripted' });
    expect((await ask('x', { model: 'mock-429-wait' })).status).toBe(503);
    expect(await (await ask('x', { model: 'mock-429-wait' })).text()).toContain('scripted');
    const limited = await ask('x', { model: 'mock-429-wait' });
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('2');
    expect(vendor.log.stats.faults).toEqual({ '503': 1, '429': 1 });
  });

  test('holds a call until it is released, over HTTP too', async () => {
    const running = ask('held', { model: 'mock-hold' });
    await vendor.until((log) => log.stats.held === 1);
    expect(await control(vendor, 'GET', '/__stats')).toMatchObject({ held: 1, answered: 0 });
    expect(await control(vendor, 'POST', '/__release')).toEqual({ released: 1 });
    expect(await (await running).text()).toContain(expectedAnswer('held').slice(0, 20));
  });

  test('holds a stream in its middle', async () => {
    const response = await ask('held', { model: 'mock-hold-middle', stream: true });
    await vendor.until((log) => log.stats.held === 1);
    vendor.release();
    const text = await response.text();
    expect(text).toContain('end here.');
    expect(vendor.log.stats.answered).toBe(1);
  });

  test('takes a script over HTTP, and refuses one that makes no sense', async () => {
    const script = [{ behaviour: { kind: 'status', status: 500 }, times: 2 }];
    expect(await control(vendor, 'POST', '/__script', script)).toEqual({ queued: 2 });
    expect((await ask('a')).status).toBe(500);
    expect((await ask('a')).status).toBe(500);
    expect((await ask('a')).status).toBe(200);
    const nonsense = await post(vendor, '/__script', [{ behaviour: { kind: 'explode' } }]);
    expect(nonsense.status).toBe(400);
  });

  test('notices a caller that goes away', async () => {
    const stopper = new AbortController();
    const body = JSON.stringify({ model: 'mock-hold', messages: [{ role: 'user', content: 'bye' }] });
    const running = fetch(vendor.origin + completionPath, { method: 'POST', body, signal: stopper.signal });
    await vendor.until((log) => log.stats.held === 1);
    stopper.abort();
    await expect(running).rejects.toThrow();
    await vendor.until((log) => log.stats.cancelled === 1);
    expect(vendor.log.stats.answered).toBe(0);
  });

  test('fails at random in the same order each time', async () => {
    const runs: number[][] = [];
    for (let run = 0; run < 2; run++) {
      const unlucky = await start({ rate429: 0.3, rate500: 0.3, seed: 42 });
      const statuses: number[] = [];
      const body = { model: 'm', messages: [{ role: 'user', content: 'x' }] };
      for (let i = 0; i < 30; i++) statuses.push((await post(unlucky, completionPath, body)).status);
      await unlucky.close();
      runs.push(statuses);
    }
    expect(new Set(runs[0])).toEqual(new Set([200, 429, 500]));
    expect(runs[1]).toEqual(runs[0]);
  });

  test('refuses what is no JSON, and knows no other paths', async () => {
    const bad = await fetch(vendor.origin + completionPath, { method: 'POST', body: '{' });
    expect(bad.status).toBe(400);
    expect((await fetch(`${vendor.origin}/elsewhere`)).status).toBe(404);
  });

  test('stops by itself when its time is over', async () => {
    const brief = await start({ maxLifeMs: 1 });
    await expect(
      (async () => {
        for (;;) await fetch(`${brief.origin}/v1/models`);
      })(),
    ).rejects.toThrow();
  });
});

describe('a vendor server as a process of its own', () => {
  test.each(['openai', 'anthropic'])('%s prints its port, serves and stops', async (vendor) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/vendors/vendor-main.ts', vendor], {
      cwd: ROOT,
      env: { ...process.env, MOCK_MODELS: 'alpha,beta', MOCK_MAX_SECS: '60' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const port = await printedPort(child);
    const models = await (await fetch(`http://127.0.0.1:${port}/v1/models`)).text();
    expect(models).toContain('alpha');
    expect(models).toContain('beta');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});

async function printedPort(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('The child has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^PORT (\d+)$/.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('The child ended before it printed its port.');
}

function post(vendor: VendorServer, where: string, body: unknown): Promise<Response> {
  return fetch(vendor.origin + where, { method: 'POST', body: JSON.stringify(body) });
}

async function control(
  vendor: VendorServer,
  method: string,
  where: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(vendor.origin + where, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}
