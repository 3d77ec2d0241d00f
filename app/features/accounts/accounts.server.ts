import { createRateLimits } from '~/core/server/rate-limits.server';
import { createGoogle } from '~/integrations/google/index.server';
import { createBackground } from './background.server';
import type { Accounts } from './deps.server';
import { createKnownBrowsers } from './known-browsers.server';
import { createPasswords } from './passwords.server';
import { createSessions } from './sessions.server';

type Given = Pick<
  Accounts,
  'prisma' | 'clock' | 'log' | 'ledger' | 'mailer' | 'preferences' | 'personalData' | 'siteUrl'
> &
  Partial<Pick<Accounts, 'sessions' | 'limits'>> & {
    /** Signs what browsers keep for the account screens; a key for this use alone. */
    browserKey: Buffer;
    /** The settings of "Continue with Google", if it is set up. */
    googleSettings?: GoogleEnv;
  };

interface GoogleEnv {
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  GOOGLE_AUTH_URL?: string | undefined;
  GOOGLE_TOKEN_URL?: string | undefined;
  GOOGLE_USERINFO_URL?: string | undefined;
}

/** Puts the parts of the account use cases together, once, at start-up. */
export function createAccounts({ browserKey, googleSettings = {}, ...given }: Given): Accounts {
  return {
    ...given,
    sessions: given.sessions ?? createSessions(given),
    limits: given.limits ?? createRateLimits(),
    passwords: createPasswords(),
    knownBrowsers: createKnownBrowsers(browserKey),
    background: createBackground(given.log),
    google: googleOf(googleSettings, { siteUrl: given.siteUrl, secret: browserKey.toString('base64') }),
  };
}

function googleOf(env: GoogleEnv, options: Parameters<typeof createGoogle>[1]): Accounts['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return createGoogle(
    {
      clientId,
      clientSecret,
      authUrl: env.GOOGLE_AUTH_URL,
      tokenUrl: env.GOOGLE_TOKEN_URL,
      userInfoUrl: env.GOOGLE_USERINFO_URL,
    },
    options,
  );
}
