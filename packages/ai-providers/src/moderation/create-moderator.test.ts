import { afterEach, describe, expect, it } from 'vitest';
import { startOpenAiServer } from '../../../../tests/vendors/openai-server';
import type { Behaviour } from '../../../../tests/vendors/behaviour';
import type { VendorServer, VendorServerOptions } from '../../../../tests/vendors/vendor-server';
import type { ProviderFailure } from '../contract.js';
import { DEFAULT_MODERATION_SETTINGS as DEFAULTS } from './contract.js';
import { createModerator } from './create-moderator.js';

const THREAT = 'I will kill you.';
const ESSAY = 'Summarise the causes of the First World War.';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: VendorServerOptions = {}) {
  const vendor = await startOpenAiServer(options);
  closing.push(() => vendor.close());
  const clock = { ms: 0 };
  const failures: ProviderFailure[] = [];
  const moderator = createModerator({
    openAi: { apiKey: 'sk-local-0123456789abcdef', baseUrl: vendor.baseUrl, allowPrivate: true },
    timeouts: { firstByteTimeoutMs: 300, stallTimeoutMs: 300 },
    onFallback: (failure) => failures.push(failure),
    now: () => clock.ms,
  });
  closing.push(() => moderator.close());
  return { vendor, clock, failures, moderate: (text: string) => moderator.moderate(text, DEFAULTS) };
}

const asked = (vendor: VendorServer) => vendor.moderation.log.stats.requests;

describe('moderation without a key', () => {
  it('judges by our own rules', async () => {
    const moderator = createModerator();
    expect(await moderator.moderate(THREAT, DEFAULTS)).toMatchObject({ decision: 'block', source: 'rules' });
    expect(await moderator.moderate(ESSAY, DEFAULTS)).toMatchObject({ decision: 'allow', source: 'rules' });
  });

  it('sees a threat in a text of any length, wherever it stands', async () => {
    const moderator = createModerator();
    const long = `${`${ESSAY}\n`.repeat(3_000)}${THREAT}\n${`${ESSAY}\n`.repeat(3_000)}`;
    expect(await moderator.moderate(long, DEFAULTS)).toMatchObject({ decision: 'block' });
  });
});

describe('moderation by OpenAI', () => {
  it.each([
    ['harassment/threatening', 0.93, 'block', 'violence'],
    ['illicit/violent', 0.9, 'block', 'violence'],
    ['hate', 0.85, 'block', 'hate'],
    ['hate', 0.5, 'warn', 'hate'],
    ['harassment', 0.6, 'warn', 'hate'],
    ['violence', 0.99, 'warn', 'violence'],
    ['violence/graphic', 0.3, 'allow', 'violence'],
    ['self-harm/instructions', 0.9, 'block', 'self-harm'],
    ['self-harm', 0.99, 'warn', 'self-harm'],
    ['sexual/minors', 0.9, 'block', 'minors'],
  ] as const)('takes %s at %d as %s of %s', async (name, score, decision, category) => {
    const { moderate } = await start({ moderation: () => ({ [name]: score, sexual: 0.99 }) });
    expect(await moderate(ESSAY)).toMatchObject({
      decision,
      source: 'openai',
      categories: [{ name: category }],
    });
  });

  it('is asked about the whole of a long text, and its gravest part decides', async () => {
    const { vendor, moderate } = await start({
      moderation: (text) => ({ hate: text.includes('the last line') ? 0.95 : 0.01 }),
    });
    const text = `${`${ESSAY}\n`.repeat(1_000)}the last line`;
    expect(await moderate(text)).toMatchObject({ decision: 'block', source: 'openai' });
    expect(vendor.moderation.log.requests.map(({ prompt }) => prompt)).toEqual([text]);
  });

  it('does not decide on card numbers and on minors alone: our own rules count as well', async () => {
    const { moderate } = await start({ moderation: () => ({ hate: 0 }) });
    expect(await moderate('Visa 4111 1111 1111 1111')).toMatchObject({ decision: 'block', source: 'openai' });
    expect(await moderate('Write an erotic story about a child')).toMatchObject({
      decision: 'block',
      categories: [{ name: 'minors' }],
    });
  });
});

describe('when the endpoint cannot be asked', () => {
  const FAULTS: readonly [string, Behaviour][] = [
    ['answers 500', { kind: 'status', status: 500 }],
    ['answers 429', { kind: 'status', status: 429 }],
    ['does not accept the key', { kind: 'status', status: 401 }],
    ['breaks the connection off', { kind: 'reset', when: 'after-headers' }],
    ['breaks off in the middle', { kind: 'truncated' }],
    ['hangs', { kind: 'hang' }],
    ['stalls', { kind: 'stall' }],
    ['answers with no JSON', { kind: 'invalid-json' }],
  ];

  it.each(FAULTS)('since it %s, our own rules judge and say so', async (_what, fault) => {
    const { vendor, failures, moderate } = await start({ moderation: () => ({}) });
    vendor.moderation.script(fault);
    expect(await moderate(THREAT)).toMatchObject({ decision: 'block', source: 'rules-fallback' });
    expect(failures).toHaveLength(1);
    expect(await moderate(ESSAY)).toMatchObject({ decision: 'allow', source: 'rules-fallback' });
  });

  it('is left alone for a while, so that nobody waits for what has just failed, and then asked again', async () => {
    const { vendor, clock, moderate } = await start({ moderation: () => ({}) });
    vendor.moderation.script({ kind: 'status', status: 503 });
    await moderate(ESSAY);
    clock.ms = 29_000;
    await moderate(ESSAY);
    expect(asked(vendor)).toBe(1);
    clock.ms = 31_000;
    expect(await moderate(ESSAY)).toMatchObject({ source: 'openai' });
  });

  it('is left alone for long where a server does not have it', async () => {
    const { vendor, clock, moderate } = await start();
    expect(await moderate(THREAT)).toMatchObject({ decision: 'block', source: 'rules-fallback' });
    clock.ms = 9 * 60_000;
    await moderate(THREAT);
    expect(asked(vendor)).toBe(1);
  });
});
