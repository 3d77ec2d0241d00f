import { data, redirect } from '@remix-run/node';
import type { Actor, Client } from '~/core/server/session.server';
import type { AccountsDeps } from '../deps.server';
import { landingAfterSignIn } from '../landing';
import type { LinkedProvider } from '../proof-methods';
import { labelOf } from '../provider-return.server';
import { messageFor } from '../provider-failures.server';
import { buttonsOf } from '../sign-in-page.server';
import { findInvitation } from './use-invitation.server';

export interface InvitePageData {
  token: string;
  /** Null if the invitation can't be used. */
  invitation: { email: string | null } | null;
  providers: readonly LinkedProvider[];
  sendsMail: boolean;
  failure: string | null;
}

interface Opened {
  services: AccountsDeps;
  actor: Actor | undefined;
  client: Client;
  request: Request;
  query: { token: string };
}

/** Data of an invitation's page. Users who are signed in need no account, and a provider's code is redeemed on /login. */
export async function readInvitePage({ services, actor, request, query: { token } }: Opened) {
  if (actor) return redirect(await landingAfterSignIn(services, actor, request));
  const { searchParams, search } = new URL(request.url);
  if (searchParams.has('google_token')) return redirect(`/login${search}`);
  const invitation = await findInvitation(services, token);
  const error = searchParams.get('error');
  const label = labelOf(services, searchParams.get('provider'));
  return data<InvitePageData>({
    token,
    invitation: invitation ? { email: invitation.email } : null,
    providers: buttonsOf(services),
    sendsMail: services.env.SMTP_URL !== undefined,
    failure: error === null ? null : messageFor(error, { screen: 'invite', label }),
  });
}
