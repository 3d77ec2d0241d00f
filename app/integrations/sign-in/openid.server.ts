import * as openid from 'openid-client';
import { SignInFailure, type SignInFailureCode } from './failure';
import type { Claims } from './identity.server';
import { readStart, type PendingSignIns } from './pending-sign-in.server';

export interface OpenIdSettings {
  /** The provider's name in the settings: a round trip belongs to it. */
  provider: string;
  clientId: string;
  clientSecret: string;
  callbackPath: string;
  scopes: string;
  /** The issuer alone: its endpoints are discovered on first use. */
  issuer: string;
  /** Endpoints of an issuer that is not asked for them. */
  endpoints?: { authorization_endpoint: string; token_endpoint: string; userinfo_endpoint: string };
  /** Further parameters of the authorization request. */
  parameters?: () => Record<string, string>;
}

/** A provider's answer: the claims of its id token and of its user info. */
export interface OpenIdResult {
  accessToken: string;
  idToken: Claims;
  userInfo: Claims;
}

export interface OpenIdRoundTrip {
  /**
   * Redirects to the provider by throwing the response, or returns its answer to a callback.
   * @throws Response, SignInFailure
   */
  authenticate(request: Request): Promise<OpenIdResult>;
}

const TIMEOUT_SECONDS = 10;

/** The authorization code flow with PKCE, state and nonce, all made and checked by openid-client. */
export function createRoundTrip(
  settings: OpenIdSettings,
  { siteUrl, pending }: { siteUrl: () => string; pending: PendingSignIns },
): OpenIdRoundTrip {
  const { provider, callbackPath, scopes, parameters } = settings;
  const configuration = configurationOf(settings);
  const callbackUrl = (): URL => new URL(callbackPath, siteUrl());

  async function start(request: NonNullable<ReturnType<typeof readStart>>): Promise<Response> {
    const config = await configuration();
    const proof = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      pkceCodeVerifier: openid.randomPKCECodeVerifier(),
    };
    const location = openid.buildAuthorizationUrl(config, {
      ...parameters?.(),
      redirect_uri: callbackUrl().href,
      scope: scopes,
      ...(request.maxAgeSeconds !== undefined && { max_age: String(request.maxAgeSeconds) }),
      state: proof.state,
      nonce: proof.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(proof.pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    return new Response(null, {
      status: 302,
      headers: {
        Location: location.href,
        'Set-Cookie': await pending.write({ ...request, ...proof, provider }),
      },
    });
  }

  async function finish(request: Request): Promise<OpenIdResult> {
    const cookie = await pending.read(request);
    const { search, searchParams } = new URL(request.url);
    const isOurs = cookie?.provider === provider && cookie.state !== undefined;
    if (!isOurs || searchParams.get('state') !== cookie.state) throw new SignInFailure('invalid_state');
    // The state is ours, so the error comes from the provider: the user closed the window or pressed Cancel.
    if (searchParams.get('error') === 'access_denied') throw new SignInFailure('access_denied');
    if (!searchParams.has('code')) throw new SignInFailure('no_code');
    const { state, nonce, pkceCodeVerifier } = cookie;
    const config = await configuration();
    const back = callbackUrl();
    back.search = search;
    const tokens = await during('token_exchange_failed', () =>
      openid.authorizationCodeGrant(config, back, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier,
        idTokenExpected: true,
      }),
    );
    const idToken = tokens.claims() ?? { sub: '' };
    const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo = await during('user_info_failed', async () =>
      hasUserInfo ? openid.fetchUserInfo(config, tokens.access_token, idToken.sub) : {},
    );
    return { accessToken: tokens.access_token, idToken: { ...idToken }, userInfo: { ...userInfo } };
  }

  return {
    authenticate: async (request) => {
      const started = readStart(request);
      if (started) throw await start(started);
      return finish(request);
    },
  };
}

/** The configuration, discovered on first use if need be, and again after a failure. */
function configurationOf(settings: OpenIdSettings): () => Promise<openid.Configuration> {
  const { endpoints, issuer, clientId, clientSecret } = settings;
  if (endpoints) {
    const config = new openid.Configuration({ issuer, ...endpoints }, clientId, clientSecret);
    config.timeout = TIMEOUT_SECONDS;
    // The library rejects plain http, which is safe on loopback.
    if (Object.values(endpoints).every(isLoopback)) openid.allowInsecureRequests(config);
    return () => Promise.resolve(config);
  }
  let discovered: Promise<openid.Configuration> | undefined;
  return () => {
    discovered ??= openid
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isLoopback(issuer) ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        discovered = undefined;
        throw new SignInFailure('provider_error', error);
      });
    return discovered;
  };
}

function isLoopback(address: string): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(address).hostname);
}

/** Wraps any error of a step in a SignInFailure with the step's code. */
async function during<T>(code: SignInFailureCode, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof SignInFailure ? error : new SignInFailure(code, error);
  }
}
