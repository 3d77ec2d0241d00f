import { addressKey } from '~/core/server/rate-limits.server';
import { hashSecret } from '~/core/server/session.server';
import { GoogleFailure, type Google, type Journey } from '~/integrations/google/index.server';
import { ACCOUNT_RULES } from './account-limits.server';
import { issueToken } from './account-tokens.server';
import type { Accounts, Visitor } from './deps.server';
import { codeForScreen } from './google-errors';
import { linkGooglePerson } from './link-google-person.server';
import { safeReturnTo } from './return-to';

/** "Continue with Google": leads to Google, or back to the screen with a code when that is not possible. */
export async function startGoogleSignIn(
  deps: Accounts,
  request: Request,
  visitor: Visitor,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const journey: Journey = {
    from: query.get('from') === 'register' ? 'register' : 'login',
    returnTo: safeReturnTo(query.get('returnTo')) ?? '',
  };
  try {
    await deps.limits.take(ACCOUNT_RULES.google, addressKey(visitor.address));
    return await requireGoogle(deps).start(request, journey);
  } catch (error) {
    return backToScreen(deps, journey, { error: codeOf(deps, error, journey) });
  }
}

/** Back from Google: finds or makes the account, and gives the screen a code that only this browser can redeem. */
export async function finishGoogleSignIn(
  deps: Accounts,
  request: Request,
  visitor: Visitor,
): Promise<Response> {
  const { from = 'login', returnTo = '' } = (await deps.google?.journeyOf(request)) ?? {};
  const journey: Journey = { from, returnTo };
  try {
    await deps.limits.take(ACCOUNT_RULES.google, addressKey(visitor.address));
    const profile = await requireGoogle(deps).finish(request);
    const userId = await linkGooglePerson(deps, profile).catch((error: unknown) => {
      throw error instanceof GoogleFailure ? error : new CreationFailure(error);
    });
    const code = await issueToken(deps, { userId, purpose: 'google-sign-in' });
    const cookie = await requireGoogle(deps).keepJourney({ ...journey, codeHash: hashSecret(code) });
    return backToScreen(deps, journey, { google_token: code, success: 'true' }, cookie);
  } catch (error) {
    const cookie = await deps.google?.endJourney();
    return backToScreen(deps, journey, { error: codeOf(deps, error, journey) }, cookie);
  }
}

class CreationFailure extends Error {
  override name = 'CreationFailure';

  constructor(cause: unknown) {
    super('the account could not be made', { cause });
  }
}

function requireGoogle({ google }: Pick<Accounts, 'google'>): Google {
  if (!google) throw new GoogleFailure('google_auth_error');
  return google;
}

function codeOf({ log }: Pick<Accounts, 'log'>, error: unknown, journey: Journey): string {
  log.warn({ err: error }, 'signing in with Google failed');
  if (error instanceof CreationFailure) return codeForScreen('user_creation_failed', journey.from);
  return codeForScreen(error instanceof GoogleFailure ? error.code : 'google_auth_error', journey.from);
}

function backToScreen(
  { siteUrl }: Pick<Accounts, 'siteUrl'>,
  { from, returnTo }: Journey,
  query: Record<string, string>,
  cookie?: string,
): Response {
  const search = new URLSearchParams({ ...query, ...(returnTo === '' ? {} : { returnTo }) });
  const headers = new Headers({ Location: `${siteUrl()}/${from}?${search.toString()}` });
  if (cookie !== undefined) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}
