import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { describe, expect, it } from 'vitest';
import { preserveForm, shouldRevalidate } from './preserve-form';

const FAILURE = 'Failed to send password reset email';

const send = (serverAction: () => Promise<unknown>) =>
  preserveForm(
    {
      request: new Request('http://localhost/forgot-password', {
        method: 'POST',
        body: new URLSearchParams({ intent: 'ask', email: 'ada@example.org' }),
      }),
      serverAction: serverAction as never,
    },
    FAILURE,
  );

/** The page is not read anew after it. */
async function bodyOf(outcome: unknown): Promise<unknown> {
  if (!(outcome instanceof Response)) throw new Error('no answer of the browser itself');
  expect(shouldRevalidate({ actionStatus: outcome.status } as ShouldRevalidateFunctionArgs)).toBe(false);
  return outcome.json();
}

describe('a form whose way to the server fails', () => {
  it('keeps what was typed and says that the network failed', async () => {
    const outcome = await send(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await bodyOf(outcome)).toMatchObject({
      intent: 'ask',
      done: null,
      reply: {
        initialValue: { email: 'ada@example.org' },
        error: { '': ['Network error occurred. Please try again later.'] },
      },
    });
  });

  it('says what could not be done when the answer was not ours', async () => {
    const outcome = await send(() => Promise.reject(new Error('Unable to decode the answer')));
    expect(await bodyOf(outcome)).toMatchObject({ reply: { error: { '': [FAILURE] } } });
  });

  it('keeps what was typed when the session has ended, where the way to sign in would take it along', async () => {
    const toSignIn = async () => {
      await Promise.resolve();
      const Location = '/login?returnTo=%2Faccount&reason=session_ended';
      throw new Response(null, { status: 302, headers: { Location } });
    };
    expect(await bodyOf(await send(toSignIn))).toMatchObject({
      reply: {
        initialValue: { email: 'ada@example.org' },
        error: { '': ['Your session has ended. Log in again in a new tab, then try again.'] },
      },
    });
  });

  it('is not in the way of an answer, a redirect or a change of mind', async () => {
    const done = { done: { message: 'Sent' } };
    expect(await send(() => Promise.resolve(done))).toBe(done);
    const redirect = new Response(null, { status: 302 });
    const redirecting = async () => {
      await Promise.resolve();
      throw redirect;
    };
    await expect(send(redirecting)).rejects.toBe(redirect);
    const abort = new DOMException('left', 'AbortError');
    await expect(send(() => Promise.reject(abort))).rejects.toBe(abort);
  });
});
