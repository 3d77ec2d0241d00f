import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOpenAiServer } from '../../../../tests/vendors/openai-server';
import type { Behaviour } from '../../../../tests/vendors/behaviour';
import type { VendorServer } from '../../../../tests/vendors/vendor-server';
import { complete } from '../complete.js';
import type { ProviderRequest } from '../contract.js';
import { createProviders, type ProviderRegistry } from '../registry.js';
import { call as oneTry, failureOf, get } from '../test-support/provider-test-kit.js';

const call = (changes: Partial<ProviderRequest> = {}): ProviderRequest =>
  oneTry({ retries: true, ...changes });

let vendor: VendorServer;
let registry: ProviderRegistry;
beforeEach(async () => {
  vendor = await startOpenAiServer();
  registry = open('sk-key-number-one', 'sk-key-number-two');
});
afterEach(async () => {
  await registry.close();
  await vendor.close();
});

function open(apiKey: string, ...furtherKeys: string[]): ProviderRegistry {
  const setting = {
    key: 'it',
    kind: 'openai-compatible',
    baseUrl: vendor.baseUrl,
    allowPrivate: true,
  } as const;
  return createProviders([{ ...setting, apiKey, furtherKeys }], {
    patience: { firstWaitMs: 1, maxWaitMs: 5_000 },
  });
}

const keysAsked = (): string[] =>
  vendor.log.requests.map(({ headers }) =>
    String(headers.authorization).replace('Bearer sk-key-number-', ''),
  );
const status = (code: number, headers: Record<string, string> = {}): Behaviour => ({
  kind: 'status',
  status: code,
  headers,
});

describe('a request that the vendor has not begun to work on', () => {
  it.each([429, 503, 529])('is repeated after %i, and then answered', async (code) => {
    await registry.close();
    registry = open('sk-key-number-one');
    vendor.script(status(code), status(code));
    expect(await complete(get(registry), call())).toMatchObject({ finishReason: 'stop' });
    expect(keysAsked()).toEqual(['one', 'one', 'one']);
  });

  it('is repeated three times at most', async () => {
    vendor.script(...Array.from({ length: 4 }, () => status(503)));
    expect(await failureOf(get(registry), call())).toMatchObject({ kind: 'overloaded', certain: true });
    expect(vendor.log.requests).toHaveLength(3);
  });

  it('is not repeated when the vendor wants more patience than there is', async () => {
    await registry.close();
    registry = open('sk-key-number-one');
    vendor.script(status(429, { 'retry-after': '60' }));
    expect(await failureOf(get(registry), call())).toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 60_000,
    });
    expect(vendor.log.requests).toHaveLength(1);
  });

  it('is sent once for a caller that counts its own tries', async () => {
    vendor.script(status(503), status(503));
    expect(await failureOf(get(registry), call({ retries: false }))).toMatchObject({ status: 503 });
    expect(vendor.log.requests).toHaveLength(1);
  });

  it('is dropped, unpaid, when its user stops it while it waits', async () => {
    await registry.close();
    registry = open('sk-key-number-one');
    vendor.script(status(429, { 'retry-after': '4' }));
    const stop = new AbortController();
    const answer = complete(get(registry), call({ signal: stop.signal }));
    await expect.poll(() => registry.keyStates('it')[0]?.state).toBe('resting');
    stop.abort();
    expect(await answer).toMatchObject({
      finishReason: 'stopped',
      usage: { input: { total: 0 }, output: { total: 0 } },
    });
    expect(vendor.log.requests).toHaveLength(1);
  });
});

describe('a request that the vendor may have worked on is sent once:', () => {
  it.each<[string, Behaviour]>([
    ['after 500', status(500)],
    ['after 502', status(502)],
    ['after a reset', { kind: 'reset', when: 'after-read' }],
    ['after its first token', { kind: 'truncated' }],
    ['after an error in the stream', { kind: 'error-event', code: 'server_error' }],
    ['when it is refused', status(400)],
  ])('%s', async (_, behaviour) => {
    vendor.script(behaviour, behaviour);
    await failureOf(get(registry), call());
    expect(vendor.log.stats.requests).toBe(1);
  });
});

describe('several keys', () => {
  it('are used in turn', async () => {
    for (let count = 0; count < 4; count++) await complete(get(registry), call());
    expect(keysAsked().sort()).toEqual(['one', 'one', 'two', 'two']);
  });

  it.each([
    [429, 'rate_limited'],
    [401, 'unauthorised'],
    [402, 'unauthorised'],
  ])('after %i the next key is asked at once, and the first one rests', async (code, reason) => {
    const [first = ''] = await firstKeys();
    vendor.script(status(code));
    expect(await complete(get(registry), call())).toMatchObject({ finishReason: 'stop' });
    const [, refused, taken] = keysAsked();
    expect(taken).toBe(first);
    for (let count = 0; count < 3; count++) await complete(get(registry), call());
    expect(keysAsked().slice(3)).toEqual([first, first, first]);
    const states = registry.keyStates('it');
    expect(states[refused === 'one' ? 0 : 1]).toMatchObject({ state: 'resting', reason });
    expect(states[refused === 'one' ? 1 : 0]).toMatchObject({ state: 'ready', reason: null });
  });

  it('a key that rests is asked all the same where there is no other', async () => {
    vendor.script(status(401), status(401));
    expect(await failureOf(get(registry), call())).toMatchObject({ kind: 'unauthorised' });
    expect(new Set(keysAsked())).toEqual(new Set(['one', 'two']));
    expect(await complete(get(registry), call())).toMatchObject({ finishReason: 'stop' });
  });

  it('how a key is stays known when the settings are changed', async () => {
    vendor.script(status(401));
    await complete(get(registry), call());
    registry.replace([registry.settingOf('it') ?? expect.unreachable()]);
    expect(
      registry
        .keyStates('it')
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['ready', 'resting']);
  });

  const firstKeys = async (): Promise<string[]> => {
    await complete(get(registry), call());
    return keysAsked();
  };
});

describe('a model that does not answer', () => {
  it('is not asked again for a while after five failed calls; other models are', async () => {
    await registry.close();
    registry = open('sk-key-number-one');
    vendor.script(...Array.from({ length: 5 }, (): Behaviour => status(500)));
    for (let count = 0; count < 5; count++) await failureOf(get(registry), call());
    const failure = await failureOf(get(registry), call());
    expect(failure).toMatchObject({
      kind: 'overloaded',
      certain: true,
      sent: false,
      vendorCode: 'circuit_open',
    });
    expect(failure.retryAfterMs).toBeLessThanOrEqual(5_000);
    expect(vendor.log.requests).toHaveLength(5);
    expect(await complete(get(registry), call({ model: 'mock-large' }))).toMatchObject({
      finishReason: 'stop',
    });
  });
});
