import type { Actor } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { subjectAt, waysIn } from './provider-on-account.server';
import { isRecentlyProven } from './recent-proof.server';
import { findUser, sessionEnded } from './users.server';

/** A provider on the account page. */
export interface SignInMethod {
  name: string;
  label: string;
  isLinked: boolean;
  /** Where linking starts; null for the proxy, which links by itself. */
  linkPath: string | null;
  /** Whether it is the only way to log in, which can't be removed. */
  isLast: boolean;
}

export interface SignInMethods {
  providers: readonly SignInMethod[];
  /** Whether the owner has just proved who they are, as linking and unlinking need. */
  isProven: boolean;
}

const LINK_QUERY = new URLSearchParams({ from: 'account', purpose: 'link', returnTo: '/account#providers' });

export async function readSignInMethods(services: AccountsDeps, actor: Actor): Promise<SignInMethods> {
  const user = await findUser(services, { id: actor.userId });
  if (!user) throw sessionEnded();
  const isOnlyWay = waysIn(services, user).length < 2;
  const providers = services.signInProviders.map(({ name, label, issuer, loginPath }) => {
    const isLinked = subjectAt(user, issuer) !== undefined;
    const linkPath = loginPath === null ? null : `${loginPath}?${LINK_QUERY.toString()}`;
    return { name, label, isLinked, linkPath, isLast: isLinked && isOnlyWay };
  });
  return {
    providers: providers.filter(({ isLinked, linkPath }) => isLinked || linkPath !== null),
    isProven: await isRecentlyProven(services, actor),
  };
}
