import { afterEach, describe, expect, it } from 'vitest';
import { guardModel } from '../../../../tests/vendors/moderation-endpoint';
import { startOpenAiServer } from '../../../../tests/vendors/openai-server';
import type { Behaviour } from '../../../../tests/vendors/behaviour';
import type { VendorServerOptions } from '../../../../tests/vendors/vendor-server';
import type { ProviderFailure } from '../contract.js';
import { DEFAULT_MODERATION_SETTINGS as DEFAULTS } from './contract.js';
import {
  createModerator,
  classifierBesideOpenAi,
  type ClassifierSettings,
  type ModeratorOptions,
} from './create-moderator.js';

const ESSAY = 'Summarize the causes of the First World War.';
const KEY = 'sk-local-0123456789abcdef';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(
  kind: ClassifierSettings['kind'],
  vendorOptions: VendorServerOptions = {},
  options: ModeratorOptions = {},
) {
  const vendor = await startOpenAiServer(vendorOptions);
  closing.push(() => vendor.close());
  const failures: ProviderFailure[] = [];
  const moderator = createModerator({
    timeouts: { firstByteTimeoutMs: 300, stallTimeoutMs: 300 },
    onUnavailable: (failure) => failures.push(failure),
    ...options,
  });
  closing.push(() => moderator.close());
  const settings = { apiKey: KEY, baseUrl: vendor.baseUrl, allowPrivate: true };
  const judge: ClassifierSettings =
    kind === 'openai' ? { kind, ...settings } : { kind, model: 'llama-guard3', ...settings };
  return {
    vendor,
    failures,
    moderate: (text: string, signal?: AbortSignal) => moderator.moderate(text, DEFAULTS, { judge, signal }),
  };
}

describe('without a judge', () => {
  it('only cards and personal data are looked for, and the answer says so', async () => {
    const moderator = createModerator();
    const threat = 'I will kill you.';
    expect(await moderator.moderate(threat, DEFAULTS)).toEqual({
      decision: 'allow',
      source: 'patterns',
      categories: [],
      message: '',
    });
    expect(await moderator.moderate('Visa 4111 1111 1111 1111 of ann@example.org', DEFAULTS)).toEqual({
      decision: 'block',
      source: 'patterns',
      categories: [
        { name: 'payment-cards', action: 'block', score: 1, note: 'a card number' },
        { name: 'personal-data', action: 'warn', score: 1, note: 'an email address' },
      ],
      message: 'Blocked by moderation: payment card data (a card number). Take the card number out.',
    });
  });
});

describe('OpenAI’s moderation', () => {
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
    const { moderate } = await start('openai', { moderation: () => ({ [name]: score, sexual: 0.99 }) });
    expect(await moderate(ESSAY)).toMatchObject({
      decision,
      source: 'openai',
      categories: [{ name: category }],
    });
  });

  it('reads a text of any length in pieces, and the gravest one decides', async () => {
    const { vendor, moderate } = await start('openai', {
      moderation: (text) => ({ hate: text.includes('the middle line') ? 0.95 : 0.01 }),
    });
    const half = `${ESSAY}\n`.repeat(4_000);
    expect(await moderate(`${half}the middle line\n${half}`)).toMatchObject({ decision: 'block' });
    const { requests } = vendor.moderation.log;
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.reduce((sum, { prompt }) => sum + prompt.length, 0)).toBe(2 * half.length + 16);
  });

  it('is not shown what is blocked for a card number', async () => {
    const { vendor, moderate } = await start('openai', { moderation: () => ({}) });
    expect(await moderate('Visa 4111 1111 1111 1111')).toMatchObject({
      decision: 'block',
      source: 'patterns',
    });
    expect(vendor.moderation.log.stats.requests).toBe(0);
  });

  it('judges for nothing what OpenAI’s own address will answer, and nothing else', () => {
    const own = 'https://api.openai.com/v1';
    expect(classifierBesideOpenAi({ apiKey: KEY })).toMatchObject({ kind: 'openai', baseUrl: own });
    expect(classifierBesideOpenAi({ apiKey: KEY, baseUrl: own })).toMatchObject({ apiKey: KEY });
    expect(classifierBesideOpenAi({ apiKey: KEY, baseUrl: 'http://127.0.0.1:11434/v1' })).toBeUndefined();
    expect(classifierBesideOpenAi({ baseUrl: own })).toBeUndefined();
  });
});

describe('a guard model', () => {
  it.each([
    ['safe', 'allow', []],
    ['\n\nunsafe\nS1', 'block', ['violence']],
    ['unsafe\nS9,S10', 'block', ['hate', 'violence']],
    ['unsafe\nS11', 'block', ['self-harm']],
    ['unsafe\nS4', 'block', ['minors']],
    ['unsafe\nS2,S6', 'allow', []],
  ] as const)('that says %j: %s', async (verdict, decision, categories) => {
    const { moderate } = await start('model', { replyText: () => verdict });
    const result = await moderate(ESSAY);
    expect(result).toMatchObject({ decision, source: 'model' });
    expect(result.categories.map(({ name }) => name)).toEqual(categories);
  });

  it.each(['unsafe', 'I see nothing wrong with it.', ''])('that says %j has not judged', async (verdict) => {
    const { moderate } = await start('model', { replyText: () => verdict });
    expect(await moderate(ESSAY)).toMatchObject({ decision: 'allow', source: 'unavailable' });
  });

  it('is asked about one piece at a time, four at once', async () => {
    const { vendor, moderate } = await start('model', {
      ...guardModel((text) => (text.includes('the last line') ? ['S10'] : [])),
      latencyMs: 20,
    });
    const text = `${`${ESSAY}\n`.repeat(3_000)}the last line`;
    expect(await moderate(text)).toMatchObject({ decision: 'block', categories: [{ name: 'hate' }] });
    const { requests, stats } = vendor.log;
    expect(requests.map(({ prompt }) => prompt).join('')).toHaveLength(text.length);
    expect(stats.maxInFlight).toBe(4);
    expect(requests[0]?.body).toMatchObject({ model: 'llama-guard3', temperature: 0 });
  });
});

describe('a judge that cannot be asked', () => {
  const FAULTS: readonly [string, Behaviour][] = [
    ['answers 500', { kind: 'status', status: 500 }],
    ['asks for a wait of a minute', { kind: 'status', status: 429, headers: { 'retry-after': '60' } }],
    ['does not accept the key', { kind: 'status', status: 401 }],
    ['is not there', { kind: 'status', status: 404 }],
    ['breaks the connection off', { kind: 'reset', when: 'after-headers' }],
    ['breaks off in the middle', { kind: 'truncated' }],
    ['hangs', { kind: 'hang' }],
    ['stalls @soak', { kind: 'stall' }],
    ['answers with no JSON', { kind: 'invalid-json' }],
  ];

  it.each(FAULTS)(
    'since it %s: the text passes unjudged, and the next one is judged',
    async (_what, fault) => {
      const { vendor, failures, moderate } = await start('openai', { moderation: () => ({}) });
      vendor.moderation.script(fault, fault, fault);
      expect(await moderate(`${ESSAY} Mail ann@example.org.`)).toMatchObject({
        decision: 'warn',
        source: 'unavailable',
        categories: [{ name: 'personal-data' }],
      });
      expect(failures).toHaveLength(1);
      // Some are not asked again, and have faults left.
      while (vendor.moderation.log.stats.requests < 3) await moderate(ESSAY);
      expect(await moderate(ESSAY)).toMatchObject({ decision: 'allow', source: 'openai' });
    },
  );

  it('is asked again after the wait that it names', async () => {
    const { vendor, failures, moderate } = await start('openai', { moderation: () => ({ hate: 0.9 }) });
    vendor.moderation.script({ kind: 'status', status: 429, headers: { 'retry-after-ms': '5' } });
    expect(await moderate(ESSAY)).toMatchObject({ decision: 'block', source: 'openai' });
    expect(vendor.moderation.log.stats.requests).toBe(2);
    expect(failures).toEqual([]);
  });

  it('stops what should be judged, where the owner has chosen that', async () => {
    const { vendor, moderate } = await start(
      'openai',
      { moderation: () => ({}) },
      { whenUnavailable: 'refuse' },
    );
    vendor.moderation.script({ kind: 'status', status: 401 });
    expect(await moderate(ESSAY)).toMatchObject({
      decision: 'block',
      source: 'unavailable',
      categories: [],
      message: expect.stringContaining('try again in a moment') as string,
    });
  });

  it('is not waited for by somebody who has left', async () => {
    const { vendor, failures, moderate } = await start('model', {}, { timeouts: {} });
    vendor.script({ kind: 'hang' });
    const leaving = new AbortController();
    const judging = moderate(ESSAY, leaving.signal);
    await vendor.until(({ stats }) => stats.held === 1);
    leaving.abort(new Error('They have left.'));
    await expect(judging).rejects.toThrow('They have left.');
    await vendor.until(({ stats }) => stats.inFlight === 0);
    expect(vendor.log.stats.requests).toBe(1);
    expect(failures).toEqual([]);
  });
});
