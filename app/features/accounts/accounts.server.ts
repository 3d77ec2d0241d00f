import { createRateLimits } from '~/core/rate-limits.server';
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
    /** Signs the marks of known browsers; a key for this use alone. */
    browserKey: Buffer;
  };

/** Puts the parts of the account use cases together, once, at start-up. */
export function createAccounts({ browserKey, ...given }: Given): Accounts {
  return {
    ...given,
    sessions: given.sessions ?? createSessions(given),
    limits: given.limits ?? createRateLimits(),
    passwords: createPasswords(),
    knownBrowsers: createKnownBrowsers(browserKey),
    background: createBackground(given.log),
  };
}
