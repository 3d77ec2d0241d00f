import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { action as confirmEmail } from '~/routes/pages/confirm-email';
import { action as forgotPassword } from '~/routes/pages/forgot-password';
import { action as login } from '~/routes/pages/login';
import { action as register } from '~/routes/pages/register';
import { action as resetPassword } from '~/routes/pages/reset-password';
import { registration, GOOD_PASSWORD } from '../../../tests/support/accounts';
import { HOME, SITE, testServices } from '../../../tests/support/services';

const email = 'ada@example.org';
const chosen = { newPassword: GOOD_PASSWORD, confirmPassword: GOOD_PASSWORD };

type Action = (args: Parameters<typeof login>[0]) => Promise<unknown>;

const FORMS: readonly [string, Action, Record<string, unknown>][] = [
  ['Login failed. Please try again.', login, { intent: 'sign-in', email, password: GOOD_PASSWORD }],
  ['Resend confirmation failed', login, { intent: 'resend', email }],
  ['Registration failed. Please try again.', register, registration({ intent: 'register' })],
  ['Failed to send password reset email', forgotPassword, { email }],
  ['Failed to reset password', resetPassword, { email, token: 'x', ...chosen }],
  ['Error confirming email. The link may be expired or invalid.', confirmEmail, { userId: 'x', token: 'y' }],
];

it.each(FORMS)(
  'a form says "%s" when it meets an unforeseen fault, and the log says which',
  async (message, action, fields) => {
    const services = testServices();
    let logged = '';
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        logged += String(chunk);
        done();
      },
    });
    const rateLimits = { ...services.rateLimits, take: () => Promise.reject(new Error('the counter broke')) };
    const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const outcome = await action({
      request: new Request(`${SITE}/`, { method: 'POST', body }),
      params: {},
      context: {
        services: { ...services, rateLimits, log: pino(sink) },
        nonce: '',
        requestId: '1',
        clientAddress: HOME.address,
      },
    });
    expect(outcome).toMatchObject({
      init: { status: 500 },
      data: { done: null, code: null, reply: { error: { '': [message] } } },
    });
    expect(JSON.stringify(outcome)).not.toContain('the counter broke');
    expect(JSON.stringify(outcome)).not.toContain(GOOD_PASSWORD);
    expect(logged).toContain('the counter broke');
    await services.close();
  },
);
