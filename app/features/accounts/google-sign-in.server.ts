import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '~/core/shared/clock';
import { addressKey } from '~/core/server/rate-limits.server';
import { hashSecret, type Actor, type Client } from '~/core/server/session.server';
import {
  GoogleFailure,
  type Google,
  type GoogleProfile,
  type OAuthFlow,
} from '~/integrations/google/index.server';
import type { AccountsDeps } from './deps.server';
import { endMailedLinks, issueToken, TOKEN_LIFETIME_MS } from './account-tokens.server';
import { codeForScreen } from './google-return.server';
import { safeReturnTo } from './landing';
import { announceLink, linkGoogle } from './link-google.server';
import { confirmAddress } from './pending-registrations.server';
import { ACCOUNT_RATE_LIMITS } from './rate-limits.server';
import { markProven, PROOF_MS } from './recent-proof.server';
import type { Screen } from './schema';
import { findUser } from './users.server';

/** Allowed difference between our clock and Google’s. */
const MAX_CLOCK_SKEW_MS = MINUTE_MS;

/** "Continue with Google": redirects to Google, or back to the screen with an error code. */
export async function startGoogleSignIn(
  services: Pick<AccountsDeps, 'log' | 'siteUrl' | 'rateLimits' | 'google'>,
  client: Client,
  { from, returnTo, actor }: { from: Screen; returnTo?: string | undefined; actor: Actor | undefined },
): Promise<Response> {
  const flow: OAuthFlow = { from, returnTo: safeReturnTo(returnTo) ?? '' };
  try {
    await enforceGoogleRateLimit(services, client);
    const google = requireGoogle(services);
    if (from !== 'account') return await google.start(flow);
    const maxAgeSeconds = PROOF_MS / 1000;
    return await google.start({ ...flow, sessionId: actor?.sessionId }, { maxAgeSeconds });
  } catch (error) {
    return backToScreen(services, flow, { error: codeOf(services, error, flow) });
  }
}

/** OAuth callback: finds or creates the account, and redirects with a code that only this browser can redeem. */
export async function finishGoogleSignIn(
  services: AccountsDeps,
  client: Client,
  { request, actor }: { request: Request; actor: Actor | undefined },
): Promise<Response> {
  const { from = 'login', returnTo = '', sessionId } = (await services.google?.readFlow(request)) ?? {};
  const flow: OAuthFlow = { from, returnTo };
  try {
    await enforceGoogleRateLimit(services, client);
    const google = requireGoogle(services);
    const profile = await google.finish(request);
    if (from === 'account') {
      await proveByGoogle(services, actor?.sessionId === sessionId ? actor : undefined, profile);
      return backToScreen(services, flow, {}, await google.clearFlow());
    }
    const token = await linkGoogleUser(services, profile).catch((error: unknown) => {
      throw error instanceof GoogleFailure ? error : new CreationFailure(error);
    });
    const code = await issueToken(services, token);
    const cookie = await google.extendFlow(
      { ...flow, codeHash: hashSecret(code) },
      TOKEN_LIFETIME_MS[token.purpose] / 1000,
    );
    return backToScreen(services, flow, { google_token: code, success: 'true' }, cookie);
  } catch (error) {
    const cookie = await services.google?.clearFlow();
    return backToScreen(services, flow, { error: codeOf(services, error, flow) }, cookie);
  }
}

/** Marks the session as proven, if the Google account is the linked one and its login is recent. */
async function proveByGoogle(
  services: AccountsDeps,
  actor: Actor | undefined,
  { subject, loggedInAtMs }: Pick<GoogleProfile, 'subject'> & { loggedInAtMs: number | null },
): Promise<void> {
  const user = actor && (await findUser(services, { id: actor.userId }));
  if (!actor || !user) throw new GoogleFailure('invalid_state');
  if (user.googleSubject !== subject) throw new GoogleFailure('other_google_account');
  if (loggedInAtMs !== null && services.clock() - loggedInAtMs > PROOF_MS + MAX_CLOCK_SKEW_MS)
    throw new GoogleFailure('login_too_old');
  await markProven(services, actor);
}

/**
 * Counted here instead of in the call's declaration, so that the browser is redirected to a page instead of getting
 * JSON.
 */
const enforceGoogleRateLimit = (
  { rateLimits }: Pick<AccountsDeps, 'rateLimits'>,
  client: Client,
): Promise<void> => rateLimits.take(ACCOUNT_RATE_LIMITS.google, addressKey(client.address));

class CreationFailure extends Error {
  override name = 'CreationFailure';

  constructor(cause: unknown) {
    super('the account could not be made', { cause });
  }
}

function requireGoogle({ google }: Pick<AccountsDeps, 'google'>): Google {
  if (!google) throw new GoogleFailure('google_auth_error');
  return google;
}

function codeOf({ log }: Pick<AccountsDeps, 'log'>, error: unknown, flow: OAuthFlow): string {
  log.warn({ err: error }, 'signing in with Google failed');
  if (error instanceof CreationFailure) return codeForScreen('user_creation_failed', flow.from);
  return codeForScreen(error instanceof GoogleFailure ? error.code : 'google_auth_error', flow.from);
}

function backToScreen(
  { siteUrl }: Pick<AccountsDeps, 'siteUrl'>,
  { from, returnTo }: OAuthFlow,
  query: Record<string, string>,
  cookie?: string,
): Response {
  const search = new URLSearchParams({ ...query, ...(returnTo === '' ? {} : { returnTo }) });
  const location = from === 'account' ? accountPage(returnTo, query) : `/${from}?${search.toString()}`;
  const headers = new Headers({ Location: `${siteUrl()}${location}` });
  if (cookie !== undefined) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/** The account page at the section where the flow started. */
function accountPage(returnTo: string, query: Record<string, string>): string {
  const section = /#[a-z]+$/.exec(returnTo)?.[0] ?? '';
  const search = new URLSearchParams(query).toString();
  return `/account${search === '' ? '' : `?${search}`}${section}`;
}

/**
 * Finds the user of a Google account: linked, with the same verified address, or newly created. An account with an
 * unconfirmed address is taken over without its pending registrations, which may be someone else's. So may be the
 * password of a confirmed account; its owner is asked first.
 */
async function linkGoogleUser(services: AccountsDeps, profile: GoogleProfile): Promise<CodeToken> {
  const { prisma } = services;
  const known = await findUser(services, { googleSubject: profile.subject });
  if (known) return signInCode(known.id);
  if (!profile.isEmailVerified) throw new GoogleFailure('google_auth_error');
  const row = await prisma.user.findUnique({ where: { email: profile.email } });
  if (!row) return signInCode(await createGoogleUser(services, profile));
  const isTaken = row.googleSubject !== null && row.googleSubject !== profile.subject;
  if (isTaken || row.suspendedAt || row.deletedAt) throw new GoogleFailure('google_auth_error');
  if (row.passwordHash !== null)
    return { userId: row.id, purpose: 'link-google', providerSubject: profile.subject };
  if (row.emailConfirmedAt) await linkWithoutPassword(services, profile);
  else await takeOver(services, row.id, profile);
  return signInCode(row.id);
}

type CodeToken =
  | { userId: string; purpose: 'google-sign-in' }
  | { userId: string; purpose: 'link-google'; providerSubject: string };

const signInCode = (userId: string): CodeToken => ({ userId, purpose: 'google-sign-in' });

async function linkWithoutPassword(services: AccountsDeps, { email, subject }: GoogleProfile): Promise<void> {
  const { prisma, clock } = services;
  const user = await findUser(services, { email });
  if (!user) throw new GoogleFailure('google_auth_error');
  await prisma.$transaction((transaction) =>
    linkGoogle({ prisma: transaction, clock }, { user, googleSubject: subject, passwordHash: null }),
  );
  await announceLink(services, user);
}

async function createGoogleUser(
  { prisma, clock }: Pick<AccountsDeps, 'clock' | 'prisma'>,
  profile: GoogleProfile,
): Promise<string> {
  const id = randomUUID();
  const now = new Date(clock());
  const { email, firstName, lastName, subject: googleSubject } = profile;
  await prisma.user.create({
    data: { id, email, firstName, lastName, googleSubject, emailConfirmedAt: now, createdAt: now },
  });
  return id;
}

async function takeOver(
  { prisma, clock, sessions }: Pick<AccountsDeps, 'clock' | 'prisma' | 'sessions'>,
  id: string,
  { firstName, lastName, subject: googleSubject }: GoogleProfile,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const store = { prisma: transaction, clock };
    await confirmAddress(store, id);
    await transaction.user.update({ where: { id }, data: { firstName, lastName, googleSubject } });
    await endMailedLinks(store, id);
  });
  await sessions.endAll(id);
}
