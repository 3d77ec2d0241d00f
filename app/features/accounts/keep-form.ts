import type { ClientActionFunctionArgs } from '@remix-run/react';
import { NETWORK_ERROR } from './failures';

const SERVICE_UNAVAILABLE = 503;

/**
 * For the `clientAction` of a page with a form. When the way to the server fails, the form stays as it was filled in,
 * with a word about it, where the error page would have taken its place. `failure` is said of an answer that is not
 * ours, such as a proxy's.
 */
export async function keepForm<Answer>(
  { request, serverAction }: Pick<ClientActionFunctionArgs, 'request' | 'serverAction'>,
  failure: string,
) {
  const typed = await request.clone().formData();
  try {
    return await serverAction<Answer>();
  } catch (error) {
    // A redirect, or a refusal that the server made a page of, goes its own way.
    if (!(error instanceof Error) || error.name === 'AbortError') throw error;
    const message = error instanceof TypeError ? NETWORK_ERROR : failure;
    // By its status the page is not loaded anew, which would fail likewise.
    return Response.json(unsent(typed, message), { status: SERVICE_UNAVAILABLE });
  }
}

/** An outcome that every account page takes for a form with something to mend; nothing leaves the browser with it. */
const unsent = (typed: FormData, message: string) => ({
  intent: typed.get('intent'),
  done: null,
  code: null,
  reply: { status: 'error', initialValue: Object.fromEntries(typed), error: { '': [message] } },
});
