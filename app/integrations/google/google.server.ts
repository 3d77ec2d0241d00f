import { createCookie } from '@remix-run/node';
import * as openid from 'openid-client';
import { GoogleFailure, type GoogleFailureCode } from './failure';
import { readProfile, type GoogleProfile } from './profile.server';

const GOOGLE_CALLBACK_PATH = '/api/auth/google-callback';

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Default to Google's endpoints. Another OpenID server can be set instead. */
  authUrl?: string | undefined;
  tokenUrl?: string | undefined;
  userInfoUrl?: string | undefined;
  /** The issuer identifier of that server; defaults to the origin of `authUrl`. */
  issuer?: string | undefined;
}

/** State of a Google sign-in, kept in a signed cookie so that it can't be transferred to another browser. */
export interface OAuthFlow {
  /** The page it started from. */
  from: 'login' | 'register' | 'account';
  returnTo: string;
  /** The session whose user has to be confirmed. */
  sessionId?: string | undefined;
  /** Hash of the code that lets this browser finish. */
  codeHash?: string | undefined;
}

/** Values that prove that the callback comes from the browser that started the sign-in. */
interface OAuthSecrets {
  state: string;
  nonce: string;
  pkceCodeVerifier: string;
}

export interface Google {
  /** Redirects to Google, which asks for a new login if the last one is older than `maxAgeSeconds`. */
  start(flow: OAuthFlow, options?: { maxAgeSeconds: number }): Promise<Response>;
  /**
   * Handles the callback. Returns the profile and, if Google reports it, when the user last logged in.
   * @throws GoogleFailure
   */
  finish(request: Request): Promise<GoogleProfile & { loggedInAtMs: number | null }>;
  /** The sign-in that this browser started; empty if it did not, or if the cookie has expired. */
  readFlow(request: Request): Promise<Partial<OAuthFlow>>;
  /**
   * Returns a Set-Cookie header that keeps this state for some seconds more. `clearFlow` returns one that deletes it.
   */
  extendFlow(flow: OAuthFlow, seconds: number): Promise<string>;
  clearFlow(): Promise<string>;
}

const STATE_SECONDS = 10 * 60;
const TIMEOUT_SECONDS = 10;

/** `siteUrl` is our public address, for the callback. `secret` signs the cookie. */
export function createGoogle(
  settings: GoogleSettings,
  { siteUrl, secret }: { siteUrl: () => string; secret: string },
): Google {
  const config = configure(settings);
  const callbackUrl = (): URL => new URL(GOOGLE_CALLBACK_PATH, siteUrl());
  const cookie = () => {
    const secure = siteUrl().startsWith('https:');
    return createCookie(secure ? '__Host-promptwell_google' : 'promptwell_google', {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      secrets: [secret],
      maxAge: STATE_SECONDS,
    });
  };
  const readCookie = async (request: Request): Promise<Partial<OAuthFlow & OAuthSecrets>> =>
    ((await cookie().parse(request.headers.get('Cookie'))) ?? {}) as Partial<OAuthFlow & OAuthSecrets>;

  return {
    start: async (flow, options) => {
      const oauthSecrets: OAuthSecrets = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        pkceCodeVerifier: openid.randomPKCECodeVerifier(),
      };
      const location = openid.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl().href,
        scope: 'openid email profile',
        prompt: 'select_account',
        ...(options && { max_age: String(options.maxAgeSeconds) }),
        state: oauthSecrets.state,
        nonce: oauthSecrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(oauthSecrets.pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const headers = {
        Location: location.href,
        'Set-Cookie': await cookie().serialize({ ...flow, ...oauthSecrets }),
      };
      return new Response(null, { status: 302, headers });
    },
    finish: async (request) => {
      const { state, nonce, pkceCodeVerifier } = await readCookie(request);
      const { search, searchParams } = new URL(request.url);
      if (state === undefined || searchParams.get('state') !== state)
        throw new GoogleFailure('invalid_state');
      // The state is ours, so the error comes from Google: the user closed the window or pressed Cancel.
      if (searchParams.get('error') === 'access_denied') throw new GoogleFailure('access_denied');
      if (!searchParams.has('code')) throw new GoogleFailure('no_code');
      const back = callbackUrl();
      back.search = search;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier, idTokenExpected: true };
      const tokens = await wrapFailure('token_exchange_failed', () =>
        openid.authorizationCodeGrant(config, back, checks),
      );
      const info = await wrapFailure('user_info_failed', () =>
        openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? ''),
      );
      const loggedInAt = tokens.claims()?.auth_time;
      return { ...readProfile(info), loggedInAtMs: loggedInAt === undefined ? null : loggedInAt * 1000 };
    },
    readFlow: async (request) => {
      const { from, returnTo, sessionId, codeHash } = await readCookie(request);
      return { from, returnTo, sessionId, codeHash };
    },
    extendFlow: (flow, seconds) => cookie().serialize(flow, { maxAge: seconds }),
    clearFlow: () => cookie().serialize('', { maxAge: 0 }),
  };
}

function configure({ clientId, clientSecret, ...urls }: GoogleSettings): openid.Configuration {
  const authUrl = urls.authUrl ?? 'https://accounts.google.com/o/oauth2/v2/auth';
  const endpoints = {
    authorization_endpoint: authUrl,
    token_endpoint: urls.tokenUrl ?? 'https://oauth2.googleapis.com/token',
    userinfo_endpoint: urls.userInfoUrl ?? 'https://openidconnect.googleapis.com/v1/userinfo',
  };
  const server = { issuer: urls.issuer ?? new URL(authUrl).origin, ...endpoints };
  const config = new openid.Configuration(server, clientId, clientSecret);
  config.timeout = TIMEOUT_SECONDS;
  // The library rejects plain http, which is safe on loopback.
  if (Object.values(endpoints).every(isSecureEndpoint)) openid.allowInsecureRequests(config);
  return config;
}

function isSecureEndpoint(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** Wraps any error of a step in a GoogleFailure with the step's code. */
async function wrapFailure<T>(code: GoogleFailureCode, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new GoogleFailure(code, error);
  }
}
