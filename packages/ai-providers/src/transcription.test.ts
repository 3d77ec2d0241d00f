import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeWav } from '../../documents/src/test-support/make-audio';
import type { Behaviour } from '../../../tests/vendors/behaviour';
import { startOpenAiServer } from '../../../tests/vendors/openai-server';
import type { Heard, TranscriptionFields } from '../../../tests/vendors/transcription-endpoint';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import { ProviderFailure } from './contract.js';
import { API_KEY, registryFor } from './test-support/provider-test-kit';
import { createProviders, type ProviderRegistry } from './registry.js';
import type { Recording } from './transcription.js';

let vendor: VendorServer;
let registry: ProviderRegistry;
let heard: Heard;
beforeAll(async () => {
  vendor = await startOpenAiServer({ hear: () => heard });
  registry = registryFor(vendor, { kind: 'openai' }, { firstByteTimeoutMs: 500, stallTimeoutMs: 500 });
});
afterEach(() => vendor.release());
afterAll(async () => {
  await registry.close();
  await vendor.close();
});

const WAV = makeWav(1.5, { hertz: 440 });

const transcribe = (changes: Partial<Recording> = {}) => {
  const transcriber = registry.transcriber('it');
  if (!transcriber) throw new Error('It can transcribe.');
  return transcriber.transcribe({
    ...{ model: 'gpt-transcribe', name: 'talk – Müller.wav', mimeType: 'audio/wav', bytes: WAV },
    ...changes,
  });
};

describe('a transcription', () => {
  it('is asked for with a form that has the recording as it is', async () => {
    heard = { text: 'Good morning, everybody.', seconds: 2 };
    expect(await transcribe()).toEqual({
      text: 'Good morning, everybody.',
      durationSec: 2,
      tokens: undefined,
      requestId: expect.stringMatching(/^mock-/) as string,
    });
    const request = vendor.transcription.log.requests.at(-1);
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/) as string,
      'content-length': expect.stringMatching(/^\d+$/) as string,
    });
    expect(request?.body).toEqual({
      model: 'gpt-transcribe',
      responseFormat: 'json',
      fileName: 'talk – Müller.wav',
      fileType: 'audio/wav',
      bytes: WAV,
    } satisfies TranscriptionFields);
  });

  it('says no length where the server reports none, as whisper servers do, or zero', async () => {
    heard = { text: 'Hello.', seconds: null };
    expect(await transcribe()).toMatchObject({ text: 'Hello.', durationSec: undefined });
    heard = { text: 'Hello.', seconds: 0 };
    expect(await transcribe()).toMatchObject({ text: 'Hello.', durationSec: undefined });
  });

  it('of silence is an empty text, and no failure', async () => {
    heard = { text: '', seconds: 2 };
    expect(await transcribe()).toMatchObject({ text: '', durationSec: 2 });
  });

  it('is for those that speak OpenAI’s protocol', () => {
    const settings = { key: 'it', apiKey: API_KEY, allowPrivate: false };
    for (const kind of ['anthropic', 'gemini', 'perplexity', 'demo'] as const) {
      expect(createProviders([{ ...settings, kind }]).transcriber('it')).toBeUndefined();
    }
    expect(registry.transcriber('nobody')).toBeUndefined();
  });
});

const refusal = (status: number, message: string, rest: object = {}): Behaviour => ({
  kind: 'status',
  status,
  message,
  ...rest,
});

describe('a transcription that fails', () => {
  it.each<[string, Behaviour, object]>([
    [
      'a format that is not taken',
      refusal(400, "Invalid file format. Supported formats: ['flac', 'm4a', 'mp3', 'mp4', 'ogg', 'wav']"),
      { kind: 'refused', certain: true, message: 'The provider couldn’t read this recording.' },
    ],
    [
      'a damaged recording',
      refusal(400, 'Audio file might be corrupted or unsupported', { code: 'invalid_value' }),
      { kind: 'refused', certain: true, message: 'The provider couldn’t read this recording.' },
    ],
    [
      'a recording that takes too long',
      refusal(400, 'audio duration 1801.1 seconds is longer than 1400 seconds which is the maximum'),
      { kind: 'refused', message: 'This recording is longer than the model takes. Cut it into parts.' },
    ],
    [
      'a file that is too large',
      refusal(413, 'Maximum content size limit (26214400) exceeded (26214577 bytes read)'),
      { kind: 'refused', certain: true, status: 413 },
    ],
    [
      'a rate limit with its wait',
      refusal(429, 'Rate limit reached', { code: 'rate_limit_exceeded', headers: { 'retry-after': '7' } }),
      { kind: 'rate_limited', certain: true, retryAfterMs: 7_000 },
    ],
    ['a fault', refusal(500, 'The server had an error'), { kind: 'overloaded', certain: true }],
    ['a lost key', refusal(401, 'Incorrect API key provided'), { kind: 'unauthorised', certain: true }],
    ['a lost connection', { kind: 'reset', when: 'after-read' }, { kind: 'connection_lost', certain: false }],
    ['silence on the line', { kind: 'hang' }, { kind: 'timed_out', certain: false }],
    ['no JSON', { kind: 'invalid-json' }, { kind: 'bad_answer', certain: false }],
  ])('of %s says what happened, and whether it may have cost anything', async (_what, fault, wanted) => {
    vendor.transcription.script(fault);
    const failure = await transcribe().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(failure).toMatchObject({ sent: true, ...wanted });
  });

  it('is given up when its caller stops', async () => {
    vendor.transcription.script({ kind: 'reply', hold: 'before' });
    const stopping = new AbortController();
    const running = transcribe({ signal: stopping.signal }).catch((error: unknown) => error);
    await vendor.until(() => vendor.transcription.log.requests.length > 0 && vendor.log.stats.held === 1);
    stopping.abort();
    expect(await running).toMatchObject({ kind: 'connection_lost', sent: true, certain: false });
  });
});
