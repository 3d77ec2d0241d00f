import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWav } from '../../../packages/documents/src/test-support/make-audio';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import type { Behaviour } from '../../../tests/vendors/behaviour';
import type { Heard } from '../../../tests/vendors/transcription-endpoint';
import type { Actor } from '~/core/server/session.server';
import { listModels } from '~/features/completions/index.server';
import {
  addModel,
  addProvider,
  addProviderSchema,
  changeModel,
  listProviderModels,
  modelSchema,
} from '~/features/models/index.server';
import { check } from '~/core/edge/read-request.server';
import { transcribeAudio, transcriptionOffer } from './index.server';

const WORDS = 'Good morning. Send the invoice to ann@example.com.';
let services: PayingServices;
let pro: Actor;
let heard: Heard;
beforeAll(async () => {
  services = await payingServices({}, { hear: () => heard });
});
beforeEach(async () => {
  heard = { text: WORDS, seconds: 192 };
  services.vendor.transcription.log.reset();
  pro = await services.customer({ cents: 500 });
});
afterEach(async () => {
  services.vendor.release();
  expect((await services.ledger.reconcile()).faults).toEqual([]);
});
afterAll(() => services.close());

/** 3:12 minutes; a low rate keeps it small. */
const TALK = makeWav(192, { sampleRate: 1_000 });
const FIVE_DOLLARS = 5_000_000n;

const transcribe = (actor: Actor, { key = randomUUID(), name = 'talk.wav', content = TALK } = {}) =>
  transcribeAudio(services, actor, { key, name, pieces: [content], signal: undefined });
const posted = async (actor: Actor) => (await services.ledger.balance(actor.userId)).postedMicroUsd;
const newestEntry = async (actor: Actor) =>
  (await services.ledger.entries(actor.userId, { page: 1, pageSize: 1 })).items[0];
/** The platform's loss in micro-dollars. */
const platformLoss = () =>
  -Number(
    services.connection
      .prepare<[], { posted: bigint }>("SELECT posted FROM ledger_account WHERE id = 'system:loss'")
      .get()?.posted ?? 0n,
  );
const asked = () => services.vendor.transcription.log;
const fail = (fault: Behaviour) => services.vendor.transcription.script(fault);

describe('a recording', () => {
  it('is transcribed and charged by the second, and its entry says how', async () => {
    expect(await transcribe(pro)).toEqual({
      text: WORDS,
      durationSec: 192,
      provider: 'openai',
      model: 'gpt-transcribe',
      costCents: 1.44,
      costUsd: 0.0144,
      balanceMicroUsd: 4_985_600,
      replayed: false,
    });
    expect(await newestEntry(pro)).toMatchObject({
      amountMicroUsd: -14_400n,
      reason: 'Audio transcription, 3:12 min at $0.0045/min',
      provider: 'openai',
      model: 'gpt-transcribe',
    });
    expect(asked().requests[0]?.body).toMatchObject({
      model: 'gpt-transcribe',
      fileName: 'recording.wav',
      fileType: 'audio/wav',
      bytes: TALK,
    });
  });

  it('is held by its own length before it leaves', async () => {
    fail({ kind: 'reply', hold: 'before' });
    const running = transcribe(pro);
    await services.vendor.until((log) => log.stats.held === 1);
    expect((await services.ledger.balance(pro.userId)).heldMicroUsd).toBe(14_400n);
    services.vendor.release();
    await running;
    expect((await services.ledger.balance(pro.userId)).heldMicroUsd).toBe(0n);
  });

  it('of a browser, which wrote no length into it, is held and charged by what is in it', async () => {
    heard = { text: WORDS, seconds: null };
    const recording = new URL('../../../packages/documents/src/test-support/recording.webm', import.meta.url);
    const content = await readFile(recording);
    expect(await transcribe(pro, { name: 'memo.webm', content })).toMatchObject({
      durationSec: 4,
      costUsd: 0.0003,
    });
    expect(asked().requests[0]?.body).toMatchObject({ fileName: 'recording.webm', fileType: 'audio/webm' });
  });

  it('is charged by its own length where the server reports none, and never above what was held', async () => {
    heard = { text: WORDS, seconds: null };
    expect((await transcribe(pro)).costUsd).toBe(0.0144);
    heard = { text: WORDS, seconds: 400 };
    expect((await transcribe(pro)).costUsd).toBe(0.0144);
    heard = { text: WORDS, seconds: 100.2 };
    expect((await transcribe(pro)).durationSec).toBe(101);
    expect(await posted(pro)).toBe(FIVE_DOLLARS - 14_400n - 14_400n - 7_575n);
  });

  it.each([1e300, 1e15, 86_401])(
    'is charged by its own length where the server reports %d seconds: none is so long',
    async (seconds) => {
      heard = { text: WORDS, seconds };
      const lossBefore = platformLoss();
      expect(await transcribe(pro)).toMatchObject({ text: WORDS, durationSec: 192, costUsd: 0.0144 });
      expect(platformLoss()).toBe(lossBefore);
      expect((await services.ledger.balance(pro.userId)).heldMicroUsd).toBe(0n);
    },
  );

  it('is paid once under one key, also when both come at the same time or credit has run out since', async () => {
    const key = randomUUID();
    fail({ kind: 'reply', hold: 'before' });
    const running = transcribe(pro, { key });
    await services.vendor.until((log) => log.stats.held === 1);
    await expect(transcribe(pro, { key })).rejects.toMatchObject({ code: 'in_flight' });
    services.vendor.release();
    await running;
    await services.ledger.clawBack({
      userId: pro.userId,
      amountMicroUsd: FIVE_DOLLARS,
      key: randomUUID(),
      note: 'For a test',
    });
    expect(await transcribe(pro, { key })).toMatchObject({ text: WORDS, replayed: true });
    expect(asked().stats).toMatchObject({ requests: 1, answeredTwice: 0 });
    await expect(transcribe(pro, { key, content: makeWav(3) })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('in which nobody speaks costs nothing, ten times a day', async () => {
    heard = { text: ' ', seconds: 192 };
    for (let time = 0; time < 10; time += 1) {
      await expect(transcribe(pro)).rejects.toMatchObject({
        code: 'provider_empty_reply',
        message: 'No speech was found in talk.wav. You were not charged.',
      });
    }
    expect(await posted(pro)).toBe(FIVE_DOLLARS);
    expect(await transcribe(pro)).toMatchObject({ text: '', costUsd: 0.0144 });
  });
});

it('a team’s budget holds while its plan is on, and waits while it is off', async () => {
  const owner = await services.customer();
  const { id: teamId } = await services.prisma.team.create({
    data: { userId: owner.userId, name: 'Team', plan: 'team', seats: 5, isOn: true, createdAt: 0n },
  });
  const { userId } = pro;
  await services.prisma.teamMember.create({
    data: { userId, teamId, rank: 'member', joinedAt: 0n, hasSeat: true },
  });
  await services.ledger.setMonthlyCap(userId, 10_000n);
  await expect(transcribe(pro)).rejects.toMatchObject({ data: { monthlyCapCents: 1 } });
  await services.prisma.teamMember.update({ where: { userId }, data: { hasSeat: false } });
  expect(await transcribe(pro)).toMatchObject({ costUsd: 0.0144 });
});

describe('a failure', () => {
  it.each<[string, Behaviour, object, number]>([
    [
      'a format that the provider does not take',
      { kind: 'status', status: 400, message: "Invalid file format. Supported formats: ['flac']" },
      {
        code: 'provider_refused',
        message: 'The provider couldn’t read this recording. You were not charged.',
      },
      0,
    ],
    ['too much at once', { kind: 'status', status: 413 }, { code: 'provider_refused' }, 0],
    [
      'a rate limit',
      { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      { code: 'provider_rate_limited', retryAfterSeconds: 7 },
      0,
    ],
    ['a fault', { kind: 'status', status: 500 }, { code: 'provider_overloaded' }, 0],
    ['a lost answer', { kind: 'reset', when: 'after-headers' }, { code: 'provider_connection_lost' }, 14_400],
  ])(
    'by %s costs the person nothing, and the same key may be tried again',
    async (_what, fault, wanted, loss) => {
      const key = randomUUID();
      const lossBefore = platformLoss();
      fail(fault);
      await expect(transcribe(pro, { key })).rejects.toMatchObject(wanted);
      expect(await services.ledger.balance(pro.userId)).toMatchObject({
        postedMicroUsd: FIVE_DOLLARS,
        heldMicroUsd: 0n,
      });
      expect(platformLoss() - lossBefore).toBe(loss);
      expect(await transcribe(pro, { key })).toMatchObject({ text: WORDS, replayed: false });
    },
  );
});

describe('before anything is sent', () => {
  afterEach(() => expect(asked().stats.requests).toBe(0));

  it('a free account is told that transcription needs a balance', async () => {
    await expect(transcribe(await services.customer())).rejects.toMatchObject({
      kind: 'payment-required',
      code: 'transcription_needs_balance',
    });
  });

  it('a recording that costs more than there is, or than the person allows, is refused', async () => {
    const poor = await services.customer({ cents: 1 });
    await expect(transcribe(poor)).rejects.toMatchObject({
      code: 'insufficient_funds',
      message:
        'This request could cost up to $0.0144, and your balance is $0.01. Top up, or cut the recording into parts.',
    });
    await services.preferences.change(pro.userId, { PerRequestCapCents: 25 });
    const hour = makeWav(3_600, { sampleRate: 100 });
    await expect(transcribe(pro, { content: hour })).rejects.toMatchObject({
      code: 'insufficient_funds',
      message:
        'This request could cost up to $0.27, more than your per-request limit of $0.25. Cut the recording into parts, or raise the limit.',
      data: { maxRequestCostCents: 25, estCostCents: 27 },
    });
  });

  it.each([
    ['talk.mp3', Buffer.from('These are words.'), /^talk\.mp3 isn’t a recording/],
    ['talk.wav', TALK.subarray(0, 30), /^The length of talk\.wav can’t be read/],
    ['notes.txt', Buffer.from('Words'), 'notes.txt can’t be attached: this type of file isn’t supported.'],
    ['big.wav', Buffer.alloc(25 * 1024 * 1024 + 1), 'File too large: big.wav exceeds 25 MB.'],
  ])('%s is looked at, and refused with a sentence', async (name, content, message) => {
    await expect(transcribe(pro, { name, content })).rejects.toMatchObject({
      code: 'attachment_invalid',
      message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    });
  });

  it('a request that carries the recording itself is told where its text comes from', async () => {
    const attachments = [{ name: 'talk.wav', base64: makeWav(1).toString('base64') }];
    await expect(services.send(pro, { attachments })).rejects.toMatchObject({
      code: 'attachment_invalid',
      data: { attachment: 'talk.wav', reason: expect.stringContaining('/api/ai/transcribe') as string },
    });
  });
});

describe('who transcribes', () => {
  it('is data: another price counts from then on, and without a model nothing is offered', async () => {
    const root = await services.customer({ cents: 100, roles: ['admin'] });
    const openAi = await services.prisma.aiProvider.findUniqueOrThrow({ where: { key: 'openai' } });
    const listed = (await listProviderModels(services, openAi.id)).find(({ transcribes }) => transcribes);
    expect(listed).toMatchObject({ modelName: 'gpt-transcribe', audioPricePerMinute: '0.0045' });
    const change = (changes: object) =>
      changeModel(services, root, {
        providerId: openAi.id,
        modelId: listed?.id ?? '',
        ...check(modelSchema, {
          modelName: 'gpt-transcribe',
          displayName: 'GPT-Transcribe',
          transcribes: true,
          ...changes,
        }),
      });
    expect(await transcriptionOffer(services)).toEqual({
      displayName: 'GPT-Transcribe',
      providerName: 'OpenAI',
      minuteFeeMicroUsd: 4_500,
    });
    await change({ audioPricePerMinute: '0.01' });
    expect((await transcribe(pro)).costUsd).toBe(0.032);
    await change({ audioPricePerMinute: '0' });
    expect((await transcribe(pro)).costUsd).toBe(0);
    await change({ isAllowed: false });
    expect(await transcriptionOffer(services)).toBeNull();
    await expect(transcribe(pro)).rejects.toMatchObject({ code: 'transcription_not_set_up' });

    // A whisper server is one more provider.
    const { provider } = await addProvider(
      services,
      root,
      check(addProviderSchema, {
        key: 'whisper',
        name: 'Our whisper',
        baseUrl: services.vendor.baseUrl,
        allowPrivateAddress: true,
      }),
    );
    const small = { modelName: 'whisper-small', transcribes: true };
    await addModel(services, root, { providerId: provider.id, ...check(modelSchema, small) });
    expect(await transcriptionOffer(services)).toBeNull();
    const own = (await listProviderModels(services, provider.id))[0]?.id ?? '';
    await changeModel(services, root, {
      providerId: provider.id,
      modelId: own,
      ...check(modelSchema, { ...small, audioPricePerMinute: 0 }),
    });
    heard = { text: 'Hello.', seconds: null };
    expect(await transcribe(pro)).toMatchObject({ text: 'Hello.', provider: 'whisper', costUsd: 0 });
    expect((await listModels(services)).map(({ key }) => key)).not.toContain('whisper');

    await change({ isAllowed: true, audioPricePerMinute: '0.0045' });
    expect(await transcriptionOffer(services)).toMatchObject({ minuteFeeMicroUsd: 4_500 });
  });
});
