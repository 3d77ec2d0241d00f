import { addressKey } from '~/core/server/rate-limits.server';
import { createNetworkMatcher } from '~/core/server/network-matcher.server';
import { hashSecret, type Actor, type Client } from '~/core/server/session.server';
import { SECOND_MS } from '~/core/shared/clock';
import { writeAudit } from '~/features/audit/index.server';
import { SignInFailure } from '~/integrations/sign-in/index.server';
import type { AccountsDeps } from './deps.server';
import { issueToken, TOKEN_LIFETIME_MS } from './account-tokens.server';
import { isFirstThisHour } from './audit-refusal.server';
import { signedInHeaders, startSession } from './browser-session.server';
import { findProviderUser } from './find-provider-user.server';
import { auditRefusal } from './provider-sign-in.server';
import { findUser, findUserByIdentity, sessionEnded } from './users.server';

const PROXY = 'proxy';

/** What a page opened behind a proxy needs first. */
export interface ProxySignIn {
  setCookies: readonly string[];
  /** Where to go instead of the page. */
  location?: string;
}

/** Headers of the trusted proxy, and which peers it may have. Undefined unless AUTH_PROXY_HEADER is set. */
export function trustedProxy({ env }: Pick<AccountsDeps, 'env'>) {
  const { AUTH_PROXY_HEADER: header, AUTH_PROXY_TRUSTED } = env;
  if (header === undefined) return undefined;
  const headers = [
    header,
    env.AUTH_PROXY_EMAIL_HEADER,
    env.AUTH_PROXY_NAME_HEADER,
    env.AUTH_PROXY_GROUPS_HEADER,
  ];
  return { header, headers, isTrusted: createNetworkMatcher(AUTH_PROXY_TRUSTED) };
}

/** Records that a peer sent the proxy's headers without being trusted: they were ignored. */
export async function noteUntrustedProxy(
  services: Pick<AccountsDeps, 'prisma' | 'clock' | 'rateLimits' | 'log'>,
  address: string,
): Promise<void> {
  if (!(await isFirstThisHour(services, `proxy untrusted ${addressKey(address)}`))) return;
  services.log.warn(
    { address },
    'headers of the login proxy came from an address that AUTH_PROXY_TRUSTED does not include',
  );
  await writeAudit(
    services.prisma,
    services,
    { userId: null, address },
    {
      action: 'sign-in.proxy-ignored',
      subject: PROXY,
    },
  );
}

/**
 * Signs in the user whom the trusted proxy names, when a page is opened. Another user's session ends: on a shared
 * computer, the proxy knows who sits there now.
 */
export async function signInByProxy(
  services: AccountsDeps,
  client: Client,
  { request, actor }: { request: Request; actor: Actor | undefined },
): Promise<ProxySignIn | undefined> {
  const provider = services.signInProviders.find(({ name }) => name === PROXY);
  if (!provider) return undefined;
  const { pathname, search } = new URL(request.url);
  try {
    const identity = await services.door.byProvider(PROXY, request);
    const known = await findUserByIdentity(services, identity);
    if (actor && known?.id === actor.userId) return undefined;
    if (isAskingPassword(request)) return undefined;
    const token = await findProviderUser(services, client, { provider, identity });
    if (actor) await services.sessions.end(actor.sessionId);
    if (token.purpose === 'link-provider') {
      const code = await issueToken(services, token);
      const returnTo = `${pathname}${search}`;
      const cookie = await services.pendingSignIns.write(
        { from: 'login', returnTo, purpose: 'sign-in', provider: PROXY, codeHash: hashSecret(code) },
        TOKEN_LIFETIME_MS[token.purpose] / SECOND_MS,
      );
      const query = new URLSearchParams({ google_token: code, success: 'true', provider: PROXY, returnTo });
      return { setCookies: [cookie], location: `/login?${query.toString()}` };
    }
    const user = await findUser(services, { id: token.userId });
    if (!user) throw sessionEnded();
    const signedIn = await startSession(services, client, {
      user,
      kind: 'cookie',
      method: `provider:${PROXY}`,
    });
    return { setCookies: signedInHeaders(services, request, signedIn).getSetCookie() };
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    if (await isFirstThisHour(services, `proxy refused ${error.code} ${addressKey(client.address)}`)) {
      services.log.warn({ err: error }, 'the login of a proxy was refused');
      await auditRefusal(services, client, { name: PROXY, error, isStarted: true });
    }
    if (actor) await services.sessions.end(actor.sessionId);
    if (pathname === '/login') return undefined;
    return {
      setCookies: [],
      location: `/login?${new URLSearchParams({ error: error.code, provider: PROXY }).toString()}`,
    };
  }
}

/** The page that asks for the password of an account before the proxy opens it. */
function isAskingPassword({ url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname === '/login' && searchParams.has('google_token');
}
