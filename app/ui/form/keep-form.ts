import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react';

const NETWORK_ERROR = 'Network error occurred. Please try again later.';
const SESSION_ENDED = 'Your session has ended. Log in again in a new tab, then try again.';
/** Where the server leads whoever is not signed in, with the way back. */
const SIGN_IN = '/login?returnTo=';
const SERVICE_UNAVAILABLE = 503;
/** The code of what the server refuses since the browser’s session has become another’s. */
const OTHER_ACCOUNT = 'other_account';

/**
 * For the `clientAction` of a page with a form. When the way to the server fails, or the session has ended, the form stays
 * as it was filled in, with a word about it, where another page would have taken its place. `failure` is said of an answer
 * that is not ours, such as a proxy's.
 */
export async function keepForm<Answer>(
  { request, serverAction }: Pick<ClientActionFunctionArgs, 'request' | 'serverAction'>,
  failure: string,
) {
  const typed = await request.clone().formData();
  try {
    return await serverAction<Answer>();
  } catch (error) {
    const message = complaintAbout(error, failure);
    return Response.json(unsent(typed, message), { status: SERVICE_UNAVAILABLE });
  }
}

/**
 * Of such a page and all that it is in. What kept the form from being sent would keep the page from being read anew, or
 * lead to the sign-in with all that was typed. Without this function Remix reads a page after each of its fetchers' forms.
 */
export const shouldRevalidate = ({ actionStatus, actionResult }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus !== SERVICE_UNAVAILABLE && (actionResult as { code?: unknown } | null)?.code !== OTHER_ACCOUNT;

const isToSignIn = (thrown: unknown): boolean =>
  thrown instanceof Response && (thrown.headers.get('Location')?.startsWith(SIGN_IN) ?? false);

/** @throws what goes its own way: another redirect, or a refusal that the server made a page of */
function complaintAbout(thrown: unknown, failure: string): string {
  if (isToSignIn(thrown)) return SESSION_ENDED;
  if (!(thrown instanceof Error) || thrown.name === 'AbortError') throw thrown;
  return thrown instanceof TypeError ? NETWORK_ERROR : failure;
}

/** An outcome like the server's for a form with something to correct; nothing leaves the browser with it. */
const unsent = (typed: FormData, message: string) => ({
  intent: typed.get('intent'),
  done: null,
  code: null,
  reply: { status: 'error', initialValue: Object.fromEntries(typed), error: { '': [message] } },
});
