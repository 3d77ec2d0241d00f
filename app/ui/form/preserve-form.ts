import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react';

const NETWORK_ERROR = 'Network error occurred. Please try again later.';
const SESSION_ENDED = 'Your session has ended. Log in again in a new tab, then try again.';
/** Where the server redirects users who are not signed in. */
const SIGN_IN = '/login?returnTo=';
const SERVICE_UNAVAILABLE = 503;
/** Error code if another account has signed in in this browser. */
const OTHER_ACCOUNT = 'other_account';

/**
 * For the `clientAction` of a page with a form. If the network fails or the session has ended, the form keeps its
 * values and shows an error, where Remix would replace the page. `failure` is the message for responses that aren't the
 * server's, such as a proxy's.
 */
export async function preserveForm<Answer>(
  { request, serverAction }: Pick<ClientActionFunctionArgs, 'request' | 'serverAction'>,
  failure: string,
) {
  const typed = await request.clone().formData();
  try {
    return await serverAction<Answer>();
  } catch (error) {
    const message = failureMessage(error, failure);
    return Response.json(unsent(typed, message), { status: SERVICE_UNAVAILABLE });
  }
}

/**
 * For such a page and its parent routes. Revalidating after such a failure would fail as well, or redirect to the login
 * page and lose what was typed. Without this export, Remix revalidates after every fetcher submission.
 */
export const shouldRevalidate = ({ actionStatus, actionResult }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus !== SERVICE_UNAVAILABLE && (actionResult as { code?: unknown } | null)?.code !== OTHER_ACCOUNT;

const isLoginRedirect = (thrown: unknown): boolean =>
  thrown instanceof Response && (thrown.headers.get('Location')?.startsWith(SIGN_IN) ?? false);

/** @throws other redirects, and error responses of the server */
function failureMessage(thrown: unknown, failure: string): string {
  if (isLoginRedirect(thrown)) return SESSION_ENDED;
  if (!(thrown instanceof Error) || thrown.name === 'AbortError') throw thrown;
  return thrown instanceof TypeError ? NETWORK_ERROR : failure;
}

/** Looks like the server's result for an invalid form, but is created in the browser. */
const unsent = (typed: FormData, message: string) => ({
  intent: typed.get('intent'),
  done: null,
  code: null,
  reply: { status: 'error', initialValue: Object.fromEntries(typed), error: { '': [message] } },
});
