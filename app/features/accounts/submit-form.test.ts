import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '~/core/shared/errors';
import { FAILURES } from './failures';
import { emailOnlySchema, loginSchema } from './schema';
import { submitForm } from './submit-form.server';

let logged: string;
const log = pino(
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  }),
);
beforeEach(() => {
  logged = '';
});

const fields = new URLSearchParams({ email: 'ada@example.org', password: 'Correct-horse-7' });
const submission = { fields, schema: loginSchema, failure: FAILURES.login, log };

describe('a form', () => {
  it('gives the use case what was checked, and hands back what it did', async () => {
    const outcome = await submitForm(submission, (form) => Promise.resolve(form));
    expect(outcome).toMatchObject({
      done: { email: 'ada@example.org', password: 'Correct-horse-7', rememberMe: false },
      status: 200,
    });
  });

  it('that is wrong does not reach the use case', async () => {
    const wrong = { ...submission, fields: new URLSearchParams({ email: 'x' }), schema: emailOnlySchema };
    const outcome = await submitForm(wrong, () => Promise.reject(new Error('reached')));
    expect(outcome.reply?.error).toEqual({ email: ['Enter a valid e-mail address'] });
    expect(outcome.status).toBe(400);
  });

  it('shows why it was refused, with the code and the status of the refusal, but never a password', async () => {
    const refusal = new DomainError('rate-limited', 'Wait a little.', { code: 'rate_limited' });
    const outcome = await submitForm(submission, () => Promise.reject(refusal));
    expect(outcome).toMatchObject({
      status: 429,
      code: 'rate_limited',
      reply: { error: { '': ['Wait a little.'] } },
    });
    expect(JSON.stringify(outcome)).toContain('ada@example.org');
    expect(JSON.stringify(outcome)).not.toContain('Correct-horse-7');
    expect(logged).toBe('');
  });

  it.each([
    ['login', 'Login failed. Please try again.'],
    ['register', 'Registration failed. Please try again.'],
    ['forgot', 'Failed to send password reset email'],
    ['reset', 'Failed to reset password'],
    ['resend', 'Resend confirmation failed'],
    ['confirm', 'Error confirming email. The link may be expired or invalid.'],
  ] as const)(
    'of %s that meets an unforeseen fault says "%s", and the log says which',
    async (name, message) => {
      const fault = () => Promise.reject(new Error('the disk is full'));
      const outcome = await submitForm({ ...submission, failure: FAILURES[name] }, fault);
      expect(outcome).toMatchObject({ status: 500, code: null, reply: { error: { '': [message] } } });
      expect(JSON.stringify(outcome)).not.toContain('disk');
      expect(logged).toContain('the disk is full');
    },
  );
});
