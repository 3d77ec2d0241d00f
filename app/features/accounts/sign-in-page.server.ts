import { data, redirect } from '@remix-run/node';
import type { Actor, Client } from '~/core/server/session.server';
import { withHeaders } from '~/core/edge/reply.server';
import type { AccountsDeps } from './deps.server';
import { signedInHeaders, type SignedIn } from './browser-session.server';
import { readGoogleReturn } from './google-return.server';
import { landingAfterSignIn } from './landing';
import type { GoogleLink } from './link-google.server';
import type { Screen } from './schema';

interface Opened {
  services: AccountsDeps;
  actor: Actor | undefined;
  client: Client;
  request: Request;
}

/** Data of the login and register pages. */
export interface SignInPageData {
  greeting: string;
  returnTo: string | null;
  hasGoogle: boolean;
  /** True if the user was signed in until now. */
  hasEnded: boolean;
  sendsMail: boolean;
  failure: string | null;
  /** First Google sign-in to an account with a password: asks what to do with it. */
  googleLink: GoogleLink | null;
  /** Set right after signing in with Google. */
  signedIn: { firstName: string; to: string } | null;
}

/** Response of forms that sign in: greeting, destination and cookies. */
export async function welcome(
  services: Pick<AccountsDeps, 'env' | 'preferences'>,
  request: Request,
  signedIn: SignedIn,
) {
  const { user } = signedIn;
  const to = await landingAfterSignIn(services, user, request);
  return withHeaders({ firstName: user.firstName, to }, signedInHeaders(services, request, signedIn));
}

const GREETINGS = ['Welcome back', 'Good to see you again', 'Your prompts are waiting'] as const;

/**
 * Loader of the login and register pages. Signed-in users are redirected; returning from Google signs in or shows an
 * error.
 */
export async function openSignInPage({ services, actor, client, request }: Opened, screen: Screen) {
  if (actor) return redirect(await landingAfterSignIn(services, actor, request));
  const google = await readGoogleReturn(services, client, { request, screen });
  const page = {
    // Chosen on the server, so that hydration doesn't change it.
    greeting: GREETINGS[Math.floor(Math.random() * GREETINGS.length)] ?? GREETINGS[0],
    returnTo: new URL(request.url).searchParams.get('returnTo'),
    hasGoogle: services.google !== undefined,
    hasEnded: new URL(request.url).searchParams.get('reason') === 'session_ended',
    sendsMail: services.env.SMTP_URL !== undefined,
    failure: google.kind === 'failed' ? google.message : null,
    googleLink: google.kind === 'asks-password' ? google.link : null,
  };
  if (google.kind !== 'signed-in') return data<SignInPageData>({ ...page, signedIn: null });
  const { user } = google.signedIn;
  const headers = signedInHeaders(services, request, google.signedIn);
  headers.append('Set-Cookie', google.clearFlow);
  const to = await landingAfterSignIn(services, user, request);
  return data<SignInPageData>({ ...page, signedIn: { firstName: user.firstName, to } }, { headers });
}
