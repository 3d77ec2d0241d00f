import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../tests/vendors/behaviour';
import { expectedAnswer } from '../../../tests/vendors/vendor-request';
import { complete } from './complete.js';
import { ProviderFailure } from './contract.js';
import type { HttpTimeouts } from './http/http-client.js';
import {
  API_KEY,
  PROMPT,
  VENDORS,
  call,
  connectTo,
  failureOf,
  get,
  registryFor,
} from './test-support/provider-test-kit.js';

describe.each(VENDORS)('a provider behind $name', (one) => {
  const { kind, api, start } = one;
  const its = connectTo(one);

  describe('failing', () => {
    test.each(FAULTS)('$title', async ({ behaviour, wanted, savesDraft }) => {
      its.vendor.script(behaviour);
      const failure = await failureOf(its.provider, call());
      expect(failure).toMatchObject(wanted);
      if (savesDraft) expect(failure.received?.text).toMatch(/^Answer/);
      expect(its.vendor.log.stats.requests).toBe(1);
    });

    test('keeps what had arrived when a stream broke', async () => {
      its.vendor.script({ kind: 'reset', when: 'mid-stream' });
      const pieces: string[] = [];
      const running = complete(its.provider, call(), (piece) => void pieces.push(piece));
      const failure = await running.then(undefined, (error: unknown) => error as ProviderFailure);
      if (!(failure instanceof ProviderFailure)) throw new Error('It did not fail.');
      expect(failure.received?.text).toBe(pieces.join(''));
      expect(expectedAnswer(PROMPT).startsWith(failure.received?.text ?? 'nothing')).toBe(true);
      expect(failure.received?.usage).toMatchObject({ source: 'counted' });
      expect(failure.received?.usage.output.total).toBeGreaterThan(10);
      expect(failure.requestId).toMatch(/^mock-/);
      expect(JSON.stringify(failure)).not.toContain(pieces[0]);
    });

    test('knows that a request which found nobody was never sent', async () => {
      const gone = await start();
      const lost = registryFor(gone, { kind, api });
      await gone.close();
      expect(await failureOf(get(lost), call())).toMatchObject({
        kind: 'connection_lost',
        sent: false,
        certain: true,
      });
      await lost.close();
    });

    test('tells when the model list cannot be read', async () => {
      its.vendor.script({ kind: 'status', status: 401 });
      await expect(its.provider.listModels()).rejects.toMatchObject({ kind: 'unauthorised' });
    });

    test('a mistake in the listener is not taken for one of the provider', async () => {
      const mistake = new Error('listener');
      const onText = () => {
        throw mistake;
      };
      await expect(complete(its.provider, call(), onText)).rejects.toBe(mistake);
    });

    test('shows neither the key nor the prompt nor the vendor’s own words', async () => {
      const message = `Incorrect API key ${API_KEY}. You wrote: ${PROMPT}`;
      for (const status of [400, 401, 429, 500]) {
        its.vendor.script({ kind: 'status', status, message, code: API_KEY });
        const failure = await failureOf(its.provider, call());
        const everything = JSON.stringify([failure, failure.message, failure.stack, failure.cause]);
        expect(everything).not.toContain(API_KEY);
        expect(everything).not.toContain(PROMPT);
        expect(everything).not.toContain('Incorrect');
      }
    });
  });

  describe('out of time', () => {
    test.each(CLOCKS)('$title', async ({ timeouts, behaviour, wanted }) => {
      const hurried = registryFor(its.vendor, { kind, api }, timeouts);
      its.vendor.script(behaviour);
      const failure = await failureOf(get(hurried), call());
      expect(failure).toMatchObject({ kind: 'timed_out', sent: true, certain: false });
      expect(failure.message).toBe(wanted);
      its.vendor.release();
      await hurried.close();
    });
  });
});

type Wanted = Partial<ProviderFailure>;

/** The expected failure for each fault. */
const FAULTS: {
  title: string;
  behaviour: Behaviour;
  wanted: Wanted;
  /** Text that a stream delivered before the fault is kept. */
  savesDraft?: boolean;
}[] = [
  {
    title: '429 with Retry-After is a rate limit with its wait',
    behaviour: { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
    wanted: { kind: 'rate_limited', retryAfterMs: 7_000, certain: true, sent: true, status: 429 },
  },
  {
    title: '429 without Retry-After is a rate limit without a wait',
    behaviour: { kind: 'status', status: 429 },
    wanted: { kind: 'rate_limited', retryAfterMs: undefined, certain: true },
  },
  {
    title: '429 for want of credit is not worth waiting for',
    behaviour: { kind: 'status', status: 429, code: 'insufficient_quota' },
    wanted: { kind: 'unauthorised', certain: true, vendorCode: 'insufficient_quota' },
  },
  {
    title: '500 is a fault of the provider',
    behaviour: { kind: 'status', status: 500 },
    wanted: { kind: 'overloaded', certain: true, status: 500 },
  },
  {
    title: '503 is overload',
    behaviour: { kind: 'status', status: 503, headers: { 'retry-after': '3' } },
    wanted: { kind: 'overloaded', certain: true, retryAfterMs: 3_000 },
  },
  {
    title: '529 is overload',
    behaviour: { kind: 'status', status: 529 },
    wanted: { kind: 'overloaded', certain: true },
  },
  {
    title: '504 leaves open what was consumed',
    behaviour: { kind: 'status', status: 504 },
    wanted: { kind: 'timed_out', certain: false },
  },
  {
    title: '401 is our key',
    behaviour: { kind: 'status', status: 401 },
    wanted: { kind: 'unauthorised', certain: true, message: 'The provider did not accept our key.' },
  },
  {
    title: '400 is refused',
    behaviour: { kind: 'status', status: 400 },
    wanted: { kind: 'refused', certain: true, message: 'The provider refused the request.' },
  },
  {
    title: '400 for a prompt that is too long says so',
    behaviour: { kind: 'status', status: 400, message: 'prompt is too long: 210000 tokens > 200000' },
    wanted: {
      kind: 'refused',
      certain: true,
      message: 'The prompt is too long for this model: about 210,000 tokens, and it takes 200,000.',
    },
  },
  {
    title: '404 is an unknown model',
    behaviour: { kind: 'status', status: 404 },
    wanted: { kind: 'refused', message: 'The provider does not know this model.' },
  },
  {
    title: 'a redirect is not followed',
    behaviour: { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/elsewhere' } },
    wanted: { kind: 'bad_answer', certain: true },
  },
  {
    title: 'a connection reset before the request was read may have been used',
    behaviour: { kind: 'reset', when: 'before-read' },
    wanted: { kind: 'connection_lost', sent: true, certain: false, received: undefined },
  },
  {
    title: 'a connection lost after the request was read may have been used',
    behaviour: { kind: 'reset', when: 'after-read' },
    wanted: { kind: 'connection_lost', sent: true, certain: false, received: undefined },
  },
  {
    title: 'a connection lost after the head of the answer',
    behaviour: { kind: 'reset', when: 'after-headers' },
    wanted: { kind: 'connection_lost', sent: true, certain: false, received: undefined },
  },
  {
    title: 'a connection lost in the middle of the answer',
    behaviour: { kind: 'reset', when: 'mid-stream' },
    wanted: { kind: 'connection_lost', certain: false },
  },
  {
    title: 'an answer that ends in its middle',
    behaviour: { kind: 'truncated' },
    wanted: { kind: 'connection_lost', certain: false },
    savesDraft: true,
  },
  {
    title: 'an answer that ends before its first visible letter has brought nothing',
    behaviour: { kind: 'truncated', text: '\n'.repeat(8) },
    wanted: { kind: 'bad_answer', certain: false, received: undefined },
  },
  {
    title: 'an error event in the middle of a stream',
    behaviour: { kind: 'error-event', code: 'overloaded_error' },
    wanted: {
      kind: 'overloaded',
      certain: false,
      vendorCode: 'overloaded_error',
    },
    savesDraft: true,
  },
  {
    title: 'an error in place of a stream, though its status says that all is well',
    behaviour: { kind: 'status', status: 200, code: 'overloaded_error' },
    wanted: { kind: 'overloaded', certain: false, vendorCode: 'overloaded_error', received: undefined },
  },
  {
    title: 'broken JSON',
    behaviour: { kind: 'invalid-json' },
    wanted: { kind: 'bad_answer', certain: false, received: undefined },
  },
  {
    title: 'an empty answer',
    behaviour: { kind: 'empty' },
    wanted: { kind: 'empty', certain: true, message: 'The model sent an empty answer.' },
  },
  {
    title: 'an empty answer at the output limit says what to do',
    behaviour: { kind: 'reply', text: ' ', finish: 'length' },
    wanted: {
      kind: 'empty',
      certain: true,
      message: 'The model used up its output limit before it wrote anything. A higher limit may help.',
    },
  },
  {
    title: 'a huge answer',
    behaviour: { kind: 'huge', bytes: 18 * 1024 * 1024 },
    wanted: { kind: 'bad_answer', certain: false, message: 'The provider’s answer was too large.' },
  },
];

const CLOCKS: {
  title: string;
  timeouts: Partial<HttpTimeouts>;
  behaviour: Behaviour;
  wanted: string;
}[] = [
  {
    title: 'waits only so long for the first byte of a stream',
    timeouts: { firstByteTimeoutMs: 60 },
    behaviour: { kind: 'hang' },
    wanted: 'The provider did not answer in time.',
  },
  {
    title: 'ends a stream that has stalled',
    timeouts: { stallTimeoutMs: 60 },
    behaviour: { kind: 'stall' },
    wanted: 'The provider stopped in the middle of its answer.',
  },
  {
    title: 'ends a stream that drips on past its deadline',
    timeouts: { deadlineMs: 100 },
    behaviour: { kind: 'reply', chunks: 150, chunkDelayMs: 20 },
    wanted: 'The answer took too long.',
  },
];
