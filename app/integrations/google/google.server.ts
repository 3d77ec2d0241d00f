import { createCookieSessionStorage } from '@remix-run/node';
import { Authenticator, AuthorizationError } from 'remix-auth';
import { GoogleFailure, type GoogleFailureCode } from './failure';
import { ConfiguredGoogleStrategy, type GoogleProfile, type GoogleSettings } from './strategy.server';

export const GOOGLE_CALLBACK_PATH = '/api/auth/google-callback';

/** What the way to Google and back keeps in the browser, signed: nobody can bring another browser's along. */
export interface Journey {
  /** The screen it began on. */
  from: 'login' | 'register';
  returnTo: string;
  /** The hash of the code with which this browser may finish. */
  codeHash?: string | undefined;
}

export interface Google {
  /** Sends the browser to Google. */
  start(request: Request, journey: Journey): Promise<Response>;
  /** Back from Google: who it is. Throws GoogleFailure. */
  finish(request: Request): Promise<GoogleProfile>;
  /** What this browser set out with; empty when it did not, or long ago. */
  journeyOf(request: Request): Promise<Partial<Journey>>;
  /** A Set-Cookie header that keeps the journey for another minute, or ends it. */
  keepJourney(journey: Journey): Promise<string>;
  endJourney(): Promise<string>;
}

const STATE_SECONDS = 10 * 60;
const CODE_SECONDS = 60;

/** The library tells what went wrong in these sentences alone. */
const CODE_OF_MESSAGE: Readonly<Record<string, GoogleFailureCode>> = {
  'Missing state on URL.': 'invalid_state',
  'Missing state on session.': 'invalid_state',
  "State doesn't match.": 'invalid_state',
  'Missing code.': 'no_code',
};

/** `siteUrl` is our public address: Google sends the browser back to it. `secret` signs the cookie. */
export function createGoogle(
  settings: GoogleSettings,
  { siteUrl, secret }: { siteUrl: () => string; secret: string },
): Google {
  const storage = () => {
    const secure = siteUrl().startsWith('https:');
    return createCookieSessionStorage<Journey>({
      cookie: {
        name: secure ? '__Host-promptwell_google' : 'promptwell_google',
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure,
        secrets: [secret],
        maxAge: STATE_SECONDS,
      },
    });
  };
  const authenticate = (request: Request): Promise<GoogleProfile> =>
    new Authenticator<GoogleProfile>(storage())
      .use(new ConfiguredGoogleStrategy(settings, `${siteUrl()}${GOOGLE_CALLBACK_PATH}`))
      .authenticate('google', request, { throwOnError: true });
  const cookieOf = async (journey: Journey, maxAge: number): Promise<string> => {
    const session = await storage().getSession();
    session.set('from', journey.from);
    session.set('returnTo', journey.returnTo);
    if (journey.codeHash !== undefined) session.set('codeHash', journey.codeHash);
    return storage().commitSession(session, { maxAge });
  };

  return {
    start: async (request, journey) => {
      const [cookie = ''] = (await cookieOf(journey, STATE_SECONDS)).split(';');
      try {
        await authenticate(new Request(request.url, { headers: { Cookie: cookie } }));
      } catch (thrown) {
        if (thrown instanceof Response) return thrown;
        throw thrown;
      }
      throw new GoogleFailure('google_auth_error');
    },
    finish: async (request) => {
      try {
        return await authenticate(request);
      } catch (error) {
        const failure = failureOf(error);
        // The state was ours, so this is Google's word that the person closed its window or pressed Cancel.
        const isDenied = new URL(request.url).searchParams.get('error') === 'access_denied';
        throw failure.code === 'no_code' && isDenied ? new GoogleFailure('access_denied', error) : failure;
      }
    },
    journeyOf: async (request) => {
      const { from, returnTo, codeHash } = (await storage().getSession(request.headers.get('Cookie'))).data;
      return { from, returnTo, codeHash };
    },
    keepJourney: (journey) => cookieOf(journey, CODE_SECONDS),
    endJourney: async () => storage().destroySession(await storage().getSession()),
  };
}

function failureOf(error: unknown): GoogleFailure {
  if (error instanceof AuthorizationError && error.cause instanceof GoogleFailure) return error.cause;
  const code = error instanceof Error ? CODE_OF_MESSAGE[error.message] : undefined;
  return new GoogleFailure(code ?? 'google_auth_error', error);
}
