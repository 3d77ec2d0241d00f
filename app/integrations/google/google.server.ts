import { createCookie } from '@remix-run/node';
import * as openid from 'openid-client';
import { GoogleFailure, type GoogleFailureCode } from './failure';
import { readProfile, type GoogleProfile } from './profile.server';

const GOOGLE_CALLBACK_PATH = '/api/auth/google-callback';

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Google's own addresses, unless another OpenID server speaks for it. */
  authUrl?: string | undefined;
  tokenUrl?: string | undefined;
  userInfoUrl?: string | undefined;
  /** Who that server says it is; the origin of `authUrl` when absent. */
  issuer?: string | undefined;
}

/** What the way to Google and back keeps in the browser, signed: nobody can bring another browser's along. */
export interface Journey {
  /** The screen it began on. */
  from: 'login' | 'register' | 'account';
  returnTo: string;
  /** The session whose owner the journey is to prove. */
  sessionId?: string | undefined;
  /** The hash of the code with which this browser may finish. */
  codeHash?: string | undefined;
}

/** What only the browser that set out can show when it comes back. */
interface Proof {
  state: string;
  nonce: string;
  pkceCodeVerifier: string;
}

export interface Google {
  /** Sends the browser to Google, which asks anew for a login older than `maxAgeSeconds`. */
  start(journey: Journey, options?: { maxAgeSeconds: number }): Promise<Response>;
  /** Back from Google: who it is, and when they logged in there if it says so. Throws GoogleFailure. */
  finish(request: Request): Promise<GoogleProfile & { loggedInAtMs: number | null }>;
  /** What this browser set out with; empty when it did not, or long ago. */
  journeyOf(request: Request): Promise<Partial<Journey>>;
  /** A Set-Cookie header that keeps the journey a while longer, or ends it. */
  keepJourney(journey: Journey, seconds: number): Promise<string>;
  endJourney(): Promise<string>;
}

const STATE_SECONDS = 10 * 60;
const TIMEOUT_SECONDS = 10;

/** `siteUrl` is our public address: Google sends the browser back to it. `secret` signs the cookie. */
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
  const readCookie = async (request: Request): Promise<Partial<Journey & Proof>> =>
    ((await cookie().parse(request.headers.get('Cookie'))) ?? {}) as Partial<Journey & Proof>;

  return {
    start: async (journey, options) => {
      const proof: Proof = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        pkceCodeVerifier: openid.randomPKCECodeVerifier(),
      };
      const location = openid.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl().href,
        scope: 'openid email profile',
        prompt: 'select_account',
        ...(options && { max_age: String(options.maxAgeSeconds) }),
        state: proof.state,
        nonce: proof.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(proof.pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const headers = {
        Location: location.href,
        'Set-Cookie': await cookie().serialize({ ...journey, ...proof }),
      };
      return new Response(null, { status: 302, headers });
    },
    finish: async (request) => {
      const { state, nonce, pkceCodeVerifier } = await readCookie(request);
      const { search, searchParams } = new URL(request.url);
      if (state === undefined || searchParams.get('state') !== state)
        throw new GoogleFailure('invalid_state');
      // The state is ours, so this is Google's word that the person closed its window or pressed Cancel.
      if (searchParams.get('error') === 'access_denied') throw new GoogleFailure('access_denied');
      if (!searchParams.has('code')) throw new GoogleFailure('no_code');
      const back = callbackUrl();
      back.search = search;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier, idTokenExpected: true };
      const tokens = await during('token_exchange_failed', () =>
        openid.authorizationCodeGrant(config, back, checks),
      );
      const info = await during('user_info_failed', () =>
        openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? ''),
      );
      const loggedInAt = tokens.claims()?.auth_time;
      return { ...readProfile(info), loggedInAtMs: loggedInAt === undefined ? null : loggedInAt * 1000 };
    },
    journeyOf: async (request) => {
      const { from, returnTo, sessionId, codeHash } = await readCookie(request);
      return { from, returnTo, sessionId, codeHash };
    },
    keepJourney: (journey, seconds) => cookie().serialize(journey, { maxAge: seconds }),
    endJourney: () => cookie().serialize('', { maxAge: 0 }),
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
  // The library refuses plain http; on this machine itself nobody can listen in.
  if (Object.values(endpoints).every(isSafe)) openid.allowInsecureRequests(config);
  return config;
}

function isSafe(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** Whatever goes wrong in a step is that step's failure. */
async function during<T>(code: GoogleFailureCode, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new GoogleFailure(code, error);
  }
}
