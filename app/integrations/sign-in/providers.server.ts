import type { Strategy } from 'remix-auth';
import type { OpenIdProviderSettings, RoleMap } from '~/core/server/sign-in-settings.server';
import { GOOGLE_ISSUER, GoogleSignInStrategy, type GoogleSettings } from './google-strategy.server';
import type { ExternalIdentity } from './identity.server';
import { OpenIdStrategy } from './openid-strategy.server';
import { createRoundTrip } from './openid.server';
import type { PendingSignIns } from './pending-sign-in.server';
import { PROXY_ISSUER, ProxyStrategy, type ProxyHeaders } from './proxy-strategy.server';

/** An external identity provider. */
export interface SignInProvider {
  /** Its name in the Authenticator and in addresses: `google`, `oidc:school` or `proxy`. */
  name: string;
  /** Display name, as in "Continue with School". */
  label: string;
  issuer: string;
  /** Where a round trip starts; null for the proxy, which needs none. */
  loginPath: string | null;
  roleMap: RoleMap;
  /** Domains whose addresses may sign in; empty: all. */
  allowedDomains: readonly string[];
  /** Whether it makes accounts for new addresses. */
  autoRegister: boolean;
  strategy: Strategy<ExternalIdentity, never>;
}

export interface SignInProviderSettings {
  google: GoogleSettings | undefined;
  openId: readonly OpenIdProviderSettings[];
  proxy: { headers: ProxyHeaders; roleMap: RoleMap } | undefined;
}

/** In the order of their buttons. */
export function createSignInProviders(
  { google, openId, proxy }: SignInProviderSettings,
  context: { siteUrl: () => string; pending: PendingSignIns },
): readonly SignInProvider[] {
  return [
    ...(google ? [googleProvider(google, context)] : []),
    ...openId.map((settings) => openIdProvider(settings, context)),
    ...(proxy ? [proxyProvider(proxy)] : []),
  ];
}

type Context = Parameters<typeof createSignInProviders>[1];

const googleProvider = (settings: GoogleSettings, context: Context): SignInProvider => ({
  name: 'google',
  label: 'Google',
  issuer: GOOGLE_ISSUER,
  loginPath: '/api/auth/google-login',
  roleMap: [],
  allowedDomains: [],
  autoRegister: true,
  strategy: new GoogleSignInStrategy(settings, context),
});

function openIdProvider(settings: OpenIdProviderSettings, context: Context): SignInProvider {
  const { label, issuer, clientId, clientSecret, scopes, roleMap, allowedDomains, autoRegister } = settings;
  const name = `oidc:${settings.name}`;
  const path = `/api/auth/oidc/${settings.name}`;
  const callbackPath = `${path}/callback`;
  const roundTrip = createRoundTrip(
    { provider: name, clientId, clientSecret, callbackPath, scopes, issuer },
    context,
  );
  const claims = { issuer, groupsClaim: settings.roleClaim, trustsEmail: settings.trustEmail };
  return {
    name,
    label,
    issuer,
    loginPath: `${path}/login`,
    roleMap,
    allowedDomains,
    autoRegister,
    strategy: new OpenIdStrategy(name, roundTrip, claims),
  };
}

const proxyProvider = ({
  headers,
  roleMap,
}: NonNullable<SignInProviderSettings['proxy']>): SignInProvider => ({
  name: 'proxy',
  label: 'your organization’s login',
  issuer: PROXY_ISSUER,
  loginPath: null,
  roleMap,
  allowedDomains: [],
  autoRegister: true,
  strategy: new ProxyStrategy(headers),
});
