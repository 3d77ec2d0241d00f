import { SECOND_MS } from '~/core/shared/clock';
import { addressKey } from '~/core/server/rate-limits.server';
import { hashSecret, type Actor, type Client } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import {
  SignInFailure,
  startRequest,
  type PendingSignIn,
  type SignInProvider,
} from '~/integrations/sign-in/index.server';
import { auditSignInRefusal, isFirstThisHour } from './audit-refusal.server';
import type { AccountsDeps } from './deps.server';
import { issueToken, TOKEN_LIFETIME_MS } from './account-tokens.server';
import { codeForScreen } from './provider-failures.server';
import { safeReturnTo } from './landing';
import { findProviderUser } from './find-provider-user.server';
import { linkToActor, proveByProvider } from './provider-on-account.server';
import { ACCOUNT_RATE_LIMITS } from './rate-limits.server';
import { PROOF_MS, requireRecentProof } from './recent-proof.server';
import type { ProviderLoginQuery } from './schema';

/** "Continue with …": redirects to the provider, or back to the screen with an error code. */
export async function startProviderSignIn(
  services: AccountsDeps,
  client: Client,
  { provider: name, query, actor }: { provider: string; query: ProviderLoginQuery; actor: Actor | undefined },
): Promise<Response> {
  const pending = pendingOf(query, actor);
  try {
    await countStep(services, client);
    const provider = requireProvider(services, name);
    // A stolen session must not become a way in that lasts.
    if (actor && pending.purpose === 'link')
      await requireRecentProof(services, actor, { password: undefined, field: '' });
    await services.door.byProvider(provider.name, startRequest(services.siteUrl(), pending));
    throw new SignInFailure('provider_error');
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    if (isProviderFault(services, name, thrown) && (await isFirstThisHour(services, `${name} is down`)))
      await auditRefusal(services, client, { name, error: thrown, isStarted: true });
    return backToScreen(services, pending, name, { error: codeOf(services, thrown, pending, name) });
  }
}

function pendingOf(
  { from, returnTo, purpose, invitation }: ProviderLoginQuery,
  actor: Actor | undefined,
): PendingSignIn {
  const pending = { from, returnTo: safeReturnTo(returnTo) ?? '', purpose: 'sign-in' as const };
  if (from === 'invite') return { ...pending, invitation };
  if (from !== 'account') return pending;
  return {
    ...pending,
    purpose: purpose === 'link' ? 'link' : 'prove',
    sessionId: actor?.sessionId,
    maxAgeSeconds: PROOF_MS / SECOND_MS,
  };
}

/** The provider's callback: finds or creates the account, and redirects with a code that only this browser can redeem. */
export async function finishProviderSignIn(
  services: AccountsDeps,
  client: Client,
  { provider: name, request, actor }: { provider: string; request: Request; actor: Actor | undefined },
): Promise<Response> {
  const { pendingSignIns } = services;
  const started = await pendingSignIns.read(request);
  const pending: PendingSignIn = started ?? { from: 'login', returnTo: '', purpose: 'sign-in' };
  try {
    await countStep(services, client);
    const provider = requireProvider(services, name);
    const identity = await services.door.byProvider(provider.name, request);
    if (pending.purpose !== 'sign-in') {
      const owner = actor?.sessionId === pending.sessionId ? actor : undefined;
      const finish = pending.purpose === 'link' ? linkToActor : proveByProvider;
      await finish(services, owner, { provider, identity });
      const done: Record<string, string> = pending.purpose === 'link' ? { linked: provider.name } : {};
      return backToScreen(services, pending, name, done, await pendingSignIns.clear());
    }
    const token = await findProviderUser(services, client, {
      provider,
      identity,
      invitation: pending.invitation,
    });
    const code = await issueToken(services, token);
    const cookie = await pendingSignIns.write(
      { ...pending, provider: provider.name, codeHash: hashSecret(code) },
      TOKEN_LIFETIME_MS[token.purpose] / SECOND_MS,
    );
    return backToScreen(services, pending, name, { google_token: code, success: 'true' }, cookie);
  } catch (error) {
    await auditRefusal(services, client, { name, error, isStarted: started?.provider === name });
    const query = { error: codeOf(services, error, pending, name) };
    return backToScreen(services, pending, name, query, await pendingSignIns.clear());
  }
}

/**
 * Counted here instead of in the call's declaration, so that the browser is redirected to a page instead of getting
 * JSON.
 */
const countStep = ({ rateLimits }: Pick<AccountsDeps, 'rateLimits'>, client: Client): Promise<void> =>
  rateLimits.take(ACCOUNT_RATE_LIMITS.provider, addressKey(client.address));

function requireProvider(
  { signInProviders }: Pick<AccountsDeps, 'signInProviders'>,
  name: string,
): SignInProvider {
  const provider = signInProviders.find((each) => each.name === name && each.loginPath !== null);
  if (!provider) throw new SignInFailure('provider_error');
  return provider;
}

/** Whether a provider of this server couldn't be reached. Others may be named by anyone, without end. */
const isProviderFault = (
  { signInProviders }: Pick<AccountsDeps, 'signInProviders'>,
  name: string,
  error: unknown,
): boolean => error instanceof SignInFailure && signInProviders.some((each) => each.name === name);

/** Codes of a user who changed their mind, or of a callback that no round trip of this browser led to. */
const NOT_AUDITED: ReadonlySet<string> = new Set(['access_denied', 'invalid_state', 'no_code']);

/**
 * Records a refused sign-in. Requests without a round trip of this browser aren't recorded, or anyone could fill the
 * log.
 */
export async function auditRefusal(
  services: Pick<AccountsDeps, 'prisma' | 'clock'>,
  client: Client,
  { name, error, isStarted }: { name: string; error: unknown; isStarted: boolean },
): Promise<void> {
  if (!isStarted || !(error instanceof SignInFailure) || NOT_AUDITED.has(error.code)) return;
  await auditSignInRefusal(services, client, { subject: name, code: error.code });
}

function codeOf(
  { log }: Pick<AccountsDeps, 'log'>,
  error: unknown,
  { from }: PendingSignIn,
  provider: string,
): string {
  log.warn({ err: error, provider }, 'signing in with a provider failed');
  return codeForScreen(failureCode(error), { screen: from, provider });
}

function failureCode(error: unknown) {
  if (error instanceof SignInFailure) return error.code;
  return error instanceof DomainError && error.code === 'proof_required'
    ? 'proof_required'
    : 'provider_error';
}

function backToScreen(
  { siteUrl }: Pick<AccountsDeps, 'siteUrl'>,
  { from, returnTo, invitation }: PendingSignIn,
  provider: string,
  result: Record<string, string>,
  cookie?: string,
): Response {
  const query = Object.keys(result).length === 0 || provider === 'google' ? result : { ...result, provider };
  const back = {
    ...query,
    ...(returnTo === '' ? {} : { returnTo }),
    ...(from === 'invite' && invitation !== undefined ? { token: invitation } : {}),
  };
  const location =
    from === 'account' ? accountPage(returnTo, query) : `/${from}?${new URLSearchParams(back).toString()}`;
  const headers = new Headers({ Location: `${siteUrl()}${location}` });
  if (cookie !== undefined) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/** The page where the flow started: API keys, or a section of the account page. */
function accountPage(returnTo: string, query: Record<string, string>): string {
  const path = returnTo === '/settings/keys' ? returnTo : '/account';
  const section = /#[a-z]+$/.exec(returnTo)?.[0] ?? '';
  const search = new URLSearchParams(query).toString();
  return `${path}${search === '' ? '' : `?${search}`}${section}`;
}
