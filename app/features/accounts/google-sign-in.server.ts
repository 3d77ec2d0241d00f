import { randomUUID } from 'node:crypto';
import { addressKey } from '~/core/server/rate-limits.server';
import { hashSecret, type Client } from '~/core/server/session.server';
import {
  GoogleFailure,
  type Google,
  type GoogleProfile,
  type Journey,
} from '~/integrations/google/index.server';
import type { Services } from '~/services';
import { endMailedLinks, issueToken } from './account-tokens.server';
import { codeForScreen } from './google-return.server';
import { safeReturnTo } from './landing';
import { confirmAddress } from './pending-registrations.server';
import { ACCOUNT_RATE_LIMITS } from './rate-limits.server';
import type { Screen } from './schema';
import { findUser } from './users.server';

/** "Continue with Google": leads to Google, or back to the screen with a code when that is not possible. */
export async function startGoogleSignIn(
  services: Services,
  client: Client,
  { from, returnTo }: { from: Screen; returnTo?: string | undefined },
): Promise<Response> {
  const journey: Journey = { from, returnTo: safeReturnTo(returnTo) ?? '' };
  try {
    await countStep(services, client);
    return await requireGoogle(services).start(journey);
  } catch (error) {
    return backToScreen(services, journey, { error: codeOf(services, error, journey) });
  }
}

/** Back from Google: finds or makes the account, and gives the screen a code that only this browser can redeem. */
export async function finishGoogleSignIn(
  services: Services,
  client: Client,
  request: Request,
): Promise<Response> {
  const { from = 'login', returnTo = '' } = (await services.google?.journeyOf(request)) ?? {};
  const journey: Journey = { from, returnTo };
  try {
    await countStep(services, client);
    const google = requireGoogle(services);
    const profile = await google.finish(request);
    const userId = await linkGoogleUser(services, profile).catch((error: unknown) => {
      throw error instanceof GoogleFailure ? error : new CreationFailure(error);
    });
    const code = await issueToken(services, { userId, purpose: 'google-sign-in' });
    const cookie = await google.keepJourney({ ...journey, codeHash: hashSecret(code) });
    return backToScreen(services, journey, { google_token: code, success: 'true' }, cookie);
  } catch (error) {
    const cookie = await services.google?.endJourney();
    return backToScreen(services, journey, { error: codeOf(services, error, journey) }, cookie);
  }
}

/** Counted here and not by the call's declaration: a browser on its way is led back to a page, not shown JSON. */
const countStep = ({ rateLimits }: Services, client: Client): Promise<void> =>
  rateLimits.take(ACCOUNT_RATE_LIMITS.google, addressKey(client.address));

class CreationFailure extends Error {
  override name = 'CreationFailure';

  constructor(cause: unknown) {
    super('the account could not be made', { cause });
  }
}

function requireGoogle({ google }: Services): Google {
  if (!google) throw new GoogleFailure('google_auth_error');
  return google;
}

function codeOf({ log }: Services, error: unknown, journey: Journey): string {
  log.warn({ err: error }, 'signing in with Google failed');
  if (error instanceof CreationFailure) return codeForScreen('user_creation_failed', journey.from);
  return codeForScreen(error instanceof GoogleFailure ? error.code : 'google_auth_error', journey.from);
}

function backToScreen(
  { siteUrl }: Services,
  { from, returnTo }: Journey,
  query: Record<string, string>,
  cookie?: string,
): Response {
  const search = new URLSearchParams({ ...query, ...(returnTo === '' ? {} : { returnTo }) });
  const headers = new Headers({ Location: `${siteUrl()}/${from}?${search.toString()}` });
  if (cookie !== undefined) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/**
 * The account of somebody whom Google vouches for: theirs already, or one with the same address, or a new one.
 * An address counts only when Google has verified it. An account whose address was never confirmed here is taken over,
 * without what its pending registrations hold: they may be somebody else's.
 */
async function linkGoogleUser(services: Services, profile: GoogleProfile): Promise<string> {
  const { prisma } = services;
  const known = await findUser(services, { googleSubject: profile.subject });
  if (known) return known.id;
  if (!profile.isEmailVerified) throw new GoogleFailure('google_auth_error');
  const row = await prisma.user.findUnique({ where: { email: profile.email } });
  if (!row) return createGoogleUser(services, profile);
  const isTaken = row.googleSubject !== null && row.googleSubject !== profile.subject;
  if (isTaken || row.suspendedAt || row.deletedAt) throw new GoogleFailure('google_auth_error');
  if (row.emailConfirmedAt) {
    await prisma.user.update({ where: { id: row.id }, data: { googleSubject: profile.subject } });
  } else {
    await takeOver(services, row.id, profile);
  }
  return row.id;
}

async function createGoogleUser({ prisma, clock }: Services, profile: GoogleProfile): Promise<string> {
  const id = randomUUID();
  const now = new Date(clock());
  const { email, firstName, lastName, subject: googleSubject } = profile;
  await prisma.user.create({
    data: { id, email, firstName, lastName, googleSubject, emailConfirmedAt: now, createdAt: now },
  });
  return id;
}

async function takeOver(
  { prisma, clock, sessions }: Services,
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
