import { addressKey, type RateLimits, type RateRule } from '~/core/server/rate-limits.server';
import type { KnownBrowsers } from './known-browsers.server';
import type { Visitor } from './deps.server';

const QUARTER_HOUR_SECONDS = 15 * 60;
const message = 'Too many sign-in attempts. Please wait a little and try again, or reset your password.';

/** Tries that fail, before one has to wait. Why these: docs/decisions/0004-login-throttling.md. */
export const LOGIN_RULES = {
  /** One address, whatever the accounts. */
  address: { name: 'login-address', points: 50, perSeconds: QUARTER_HOUR_SECONDS, message },
  /** One account from one address. */
  accountFromAddress: { name: 'login-account-address', points: 5, perSeconds: QUARTER_HOUR_SECONDS, message },
  /** One account from everywhere but browsers that it knows. */
  accountFromStrangers: { name: 'login-account', points: 100, perSeconds: 60 * 60, message },
  /** One account from one browser that signed in to it before. */
  accountFromKnownBrowser: { name: 'login-browser', points: 10, perSeconds: QUARTER_HOUR_SECONDS, message },
} as const satisfies Record<string, RateRule>;

interface Count {
  rule: RateRule;
  key: string;
}

/**
 * Counts a try before the password is looked at, so that many at once cannot slip through. Returns what to call when
 * the password was right.
 */
export async function countLoginAttempt(
  { limits, knownBrowsers }: { limits: RateLimits; knownBrowsers: KnownBrowsers },
  { email, visitor }: { email: string; visitor: Visitor },
): Promise<{ succeeded: () => Promise<void> }> {
  const own = ownCounts(email, visitor, knownBrowsers.recognise(visitor.knownBrowser, email));
  for (const { rule, key } of own.all) await limits.take(rule, key);
  return {
    succeeded: async () => {
      await limits.reset(own.nearest.rule, own.nearest.key);
      for (const { rule, key } of own.all) if (rule !== own.nearest.rule) await limits.giveBack(rule, key);
    },
  };
}

function ownCounts(
  email: string,
  visitor: Visitor,
  browser: string | undefined,
): { nearest: Count; all: Count[] } {
  if (browser !== undefined) {
    const nearest = { rule: LOGIN_RULES.accountFromKnownBrowser, key: `${email} ${browser}` };
    return { nearest, all: [nearest] };
  }
  const from = addressKey(visitor.address);
  const nearest = { rule: LOGIN_RULES.accountFromAddress, key: `${email} ${from}` };
  return {
    nearest,
    // From the nearest to the widest: a try that is refused near by is not held against others.
    all: [
      nearest,
      { rule: LOGIN_RULES.address, key: from },
      { rule: LOGIN_RULES.accountFromStrangers, key: email },
    ],
  };
}
