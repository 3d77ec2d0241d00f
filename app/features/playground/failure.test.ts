import { describe, expect, it } from 'vitest';
import { explainApiError, type Failure, type ApiErrorFacts } from './failure';

const FUNDS = { code: 'insufficient_funds', estCostCents: 12.5, balanceCents: 500 };

describe('the catalogue of what a send may be refused with', () => {
  it.each<[number, ApiErrorFacts, string]>([
    [429, { retryAfterSeconds: 7 }, 'Rate limit reached. Try again in 7s.'],
    [429, { retryAfterSeconds: 0 }, 'Rate limit reached. Try again in 1s.'],
    [429, {}, 'Rate limit reached. Try again in 5s.'],
    [403, { message: 'Another sentence.' }, 'Access denied. PaidUser role required.'],
    [400, { code: 'attachment_invalid' }, 'Attachment rejected. Please check file type/size.'],
    [402, { code: 'attachment_invalid' }, 'Attachment rejected. Please check file type/size.'],
    [
      402,
      { code: 'free_daily_limit' },
      'You have used your daily allowance of Free AI requests. Become a Pro User for as little as $5.',
    ],
    [
      402,
      {
        code: 'free_model_restricted',
        message: 'This model is available on paid plans. Please select GPT-4o-mini or Gemini 2.5 Flash.',
      },
      'This model is available on paid plans. Please select GPT-4o-mini or Gemini 2.5 Flash.',
    ],
    [402, { code: 'exceeds_cco', message: 'x' }, 'Chat budget floor (CCO) would be breached'],
    [
      402,
      { ...FUNDS, maxRequestCostCents: 10 },
      'The estimated cost of up to 12.50¢ exceeds your per-request limit of $0.10.',
    ],
    [402, { ...FUNDS, balanceCents: 3 }, 'The estimated cost of up to 12.50¢ exceeds your balance of $0.03.'],
    [
      402,
      { ...FUNDS, balanceCents: 0, balanceMicroUsd: 9_999 },
      'The estimated cost of up to 12.50¢ exceeds your balance of < $0.01.',
    ],
    [
      402,
      { ...FUNDS, balanceCents: 0, balanceMicroUsd: 0 },
      'The estimated cost of up to 12.50¢ exceeds your balance of $0.00.',
    ],
    [400, { message: 'The prompt is empty.' }, 'The prompt is empty.'],
    [400, {}, 'Request could not be processed.'],
    [402, {}, 'Request could not be processed.'],
    [400, { code: 'unknown_model' }, 'This model isn’t available here anymore. Choose another one.'],
    [500, {}, 'Request failed (500)'],
    [503, { message: 'More about it.' }, 'Request failed (503)'],
  ])('%i %o is told as “%s”', (status, refusal, message) => {
    expect(explainApiError(status, refusal).message).toBe(message);
  });

  it.each<[string, number, ApiErrorFacts, Failure['remedy']]>([
    ['a balance that is too small', 402, { ...FUNDS, balanceCents: 3 }, 'top-up'],
    ['a per-request cap', 402, { ...FUNDS, maxRequestCostCents: 10 }, 'limits'],
    ['a daily cap', 402, { ...FUNDS, dailyCapCents: 100 }, undefined],
    ['a team’s monthly budget', 402, { ...FUNDS, balanceCents: 3, monthlyCapCents: 100 }, undefined],
    ['a chat’s budget', 402, { code: 'exceeds_cco' }, 'work-mode'],
    ['a plan', 403, { code: 'paid_user_required' }, 'top-up'],
    ['a debt', 402, { code: 'in_debt' }, 'top-up'],
    ['no permission', 403, {}, undefined],
  ])('%s has its own remedy', (_what, status, refusal, remedy) => {
    expect(explainApiError(status, refusal).remedy).toBe(remedy);
  });

  it('says with which figures a chat’s budget would be breached', () => {
    const refusal = { code: 'exceeds_cco', estCostCents: 12.5, balanceCents: 480, chatCcoCents: 475 };
    expect(explainApiError(402, refusal).detail).toBe(
      'This request could cost up to 12.50¢ of your $4.80, and the chat stops at $4.75. ' +
        'Switch to Work to send it, or begin a chat with a larger budget.',
    );
  });

  it('never says that nothing is left while something is, of a chat’s budget either', () => {
    const refusal = {
      code: 'exceeds_cco',
      estCostCents: 0.5,
      balanceCents: 0,
      balanceMicroUsd: 9_000,
      chatCcoCents: 0,
    };
    expect(explainApiError(402, refusal).detail).toContain('of your < $0.01, and');
  });

  it('tells people nothing of keys, which scripts choose', () => {
    for (const code of ['in_flight', 'answer_purged', 'idempotency_key_reused'])
      expect(explainApiError(409, { code, message: 'Use a new key.' }).detail).not.toContain('key');
  });

  it('names images where they may be why, and says what the server said beside it', () => {
    expect(explainApiError(503, { message: 'The provider is overloaded.' }, { hasImages: true })).toEqual({
      message: 'Image send failed. If this happens repeatedly, contact support.',
      detail: 'Request failed (503). The provider is overloaded.',
    });
    expect(explainApiError(429, {}, { hasImages: true }).message).toMatch(/^Rate limit reached/);
  });
});
