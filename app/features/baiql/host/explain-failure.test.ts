import { describe, expect, it } from 'vitest';
import { ProviderFailure, type ProviderFailureKind } from '@promptwell/ai-providers/contract';
import { DomainError } from '~/core/shared/errors';
import { explainFailure, explainFault, faultOutcome } from './explain-failure.server';

const vendor = (kind: ProviderFailureKind, retryAfterMs?: number) =>
  new DomainError('upstream-failed', 'You were not charged.', {
    cause: new ProviderFailure({ kind, message: 'It said so.', sent: true, certain: true, retryAfterMs }),
  });

describe('a failed request', () => {
  it.each([
    ['rate_limited', 'rate-limit'],
    ['overloaded', 'overloaded'],
    ['timed_out', 'timeout'],
    ['connection_lost', 'connection'],
    ['empty', 'empty-reply'],
    ['bad_answer', 'bad-answer'],
  ] as const)('is sent again when its vendor says %s', (kind, fault) => {
    expect(explainFailure(vendor(kind))).toEqual({ kind: 'retryable', fault, message: 'It said so.' });
  });

  it.each([
    ['ledger_unavailable', 'overloaded'],
    ['too_many_at_once', 'overloaded'],
    ['in_flight', 'in-flight'],
  ])('is sent again, under its own key, when the books say %s', (code, fault) => {
    const refusal = new DomainError('conflict', 'Not now.', { code });
    expect(explainFailure(refusal)).toEqual({ kind: 'retryable', fault, message: 'Not now.' });
  });

  it('waits as long as the vendor asks', () => {
    expect(explainFailure(vendor('rate_limited', 1_500))).toMatchObject({ waitMs: 1_500 });
  });

  it('is final when the vendor refuses it, and ends the run when there is no key', () => {
    expect(explainFailure(vendor('refused'))).toEqual({ kind: 'final', message: 'It said so.' });
    expect(explainFailure(vendor('unauthorised'))).toMatchObject({ kind: 'stop', reason: 'unavailable' });
  });

  it('ends the run for want of money, but not when only its own cap refuses it', () => {
    const data = { estCostCents: 5, balanceCents: 1, maxRequestCostCents: null };
    const refusal = (more: Record<string, unknown>) =>
      new DomainError('payment-required', 'Too dear.', {
        code: 'insufficient_funds',
        data: { ...data, ...more },
      });
    expect(explainFailure(refusal({}))).toMatchObject({ kind: 'stop', reason: 'funds' });
    expect(explainFailure(refusal({ maxRequestCostCents: 10 }))).toMatchObject({
      kind: 'stop',
      reason: 'funds',
    });
    expect(explainFailure(refusal({ maxRequestCostCents: 2 }))).toEqual({
      kind: 'final',
      message: 'Too dear.',
    });
  });

  it('that was never sent is called off, and a fault of ours is not hidden', () => {
    expect(explainFailure(new DomainError('conflict', 'x', { code: 'called_off' }))).toEqual({
      kind: 'cancelled',
    });
    expect(() => explainFailure(new TypeError('ours'))).toThrow('ours');
  });
});

describe('a run that the server itself ended', () => {
  it.each(['database or disk is full', 'ENOSPC: no space left on device, write'])(
    'on "%s" says that the disk is full and how to go on',
    (message) => {
      expect(explainFault(message)).toMatch(/disk is full.*resume/i);
    },
  );

  it.each(['disk I/O error', 'EIO: i/o error, read'])(
    'on "%s" says that the disk failed, which isn’t the same as full',
    (message) => {
      expect(explainFault(message)).toMatch(/^The server couldn’t read or write its disk.*Resume/);
      const cause = Object.assign(new Error(message), { code: 'SQLITE_IOERR_WRITE' });
      expect(faultOutcome(new Error('The write failed.', { cause })).message).toBe(explainFault(message));
    },
  );

  it('on another fault shows nothing of the inside', () => {
    expect(explainFault("Cannot read properties of undefined (reading 'x')")).toMatch(
      /^Something went wrong/,
    );
  });
});
