import { data, redirect } from '@remix-run/node';
import type { Actor, Client } from '~/core/server/session.server';
import { withHeaders } from '~/core/edge/reply.server';
import type { AccountsDeps } from './deps.server';
import { signedInHeaders, type SignedIn } from './browser-session.server';
import { readProviderReturn } from './provider-return.server';
import { landingAfterSignIn } from './landing';
import type { PendingLink } from './link-provider.server';
import { passkeySiteOf } from './passkeys/passkey-site.server';
import type { LinkedProvider } from './proof-methods';
import { registrationNotice } from './registration-policy.server';
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
  /** Providers with a button. */
  providers: readonly LinkedProvider[];
  /** Whether this site can have passkeys at all. */
  hasPasskeys: boolean;
  /** Why not everyone may register. */
  registrationNotice: string | null;
  isRegistrationOpen: boolean;
  /** True if the user was signed in until now. */
  hasEnded: boolean;
  sendsMail: boolean;
  failure: string | null;
  /** First sign-in with a provider to an account with a password: asks what to do with it. */
  pendingLink: PendingLink | null;
  /** Set right after signing in with a provider. */
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
 * Loader of the login and register pages. Signed-in users are redirected; returning from a provider signs in or shows an
 * error.
 */
export async function openSignInPage({ services, actor, client, request }: Opened, screen: Screen) {
  if (actor) return redirect(await landingAfterSignIn(services, actor, request));
  const provider = await readProviderReturn(services, client, { request, screen });
  const page = {
    // Chosen on the server, so that hydration doesn't change it.
    greeting: GREETINGS[Math.floor(Math.random() * GREETINGS.length)] ?? GREETINGS[0],
    returnTo: new URL(request.url).searchParams.get('returnTo'),
    providers: buttonsOf(services),
    hasPasskeys: passkeySiteOf(services).isUsable,
    registrationNotice: registrationNotice(services.env),
    isRegistrationOpen: ['open', 'domains'].includes(services.env.REGISTRATION),
    hasEnded: new URL(request.url).searchParams.get('reason') === 'session_ended',
    sendsMail: services.env.SMTP_URL !== undefined,
    failure: provider.kind === 'failed' ? provider.message : null,
    pendingLink: provider.kind === 'asks-password' ? provider.link : null,
  };
  if (provider.kind !== 'signed-in') return data<SignInPageData>({ ...page, signedIn: null });
  const { user } = provider.signedIn;
  const headers = signedInHeaders(services, request, provider.signedIn);
  headers.append('Set-Cookie', provider.clearPending);
  const to = await landingAfterSignIn(services, user, request);
  return data<SignInPageData>({ ...page, signedIn: { firstName: user.firstName, to } }, { headers });
}

export const buttonsOf = ({ signInProviders }: Pick<AccountsDeps, 'signInProviders'>): LinkedProvider[] =>
  signInProviders.flatMap(({ label, loginPath }) => (loginPath === null ? [] : [{ label, loginPath }]));
