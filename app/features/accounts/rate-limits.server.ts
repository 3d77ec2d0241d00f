import { createHmac, timingSafeEqual } from 'node:crypto';
import { ADDRESS_LIMIT_DEFAULTS } from '~/core/server/env.server';
import { addressKey, type RateLimit } from '~/core/server/rate-limits.server';
import { newSecret, type Client } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';

const HOUR_SECONDS = 60 * 60;
const QUARTER_HOUR_SECONDS = 15 * 60;

/** Rate limits of the account forms, by IP address or account. Signing in has separate limits. */
export const ACCOUNT_RATE_LIMITS = {
  register: {
    name: 'register',
    points: ADDRESS_LIMIT_DEFAULTS.REGISTRATIONS_PER_HOUR,
    perSeconds: HOUR_SECONDS,
    setting: 'REGISTRATIONS_PER_HOUR',
    message: 'Too many accounts were created from your network.',
  },
  /** Mails to one address, from any client. */
  mailTo: { name: 'mail-to', points: 5, perSeconds: HOUR_SECONDS },
  askForMail: {
    name: 'ask-for-mail',
    points: ADDRESS_LIMIT_DEFAULTS.MAIL_REQUESTS_PER_HOUR,
    perSeconds: HOUR_SECONDS,
    setting: 'MAIL_REQUESTS_PER_HOUR',
    message: 'Too many emails were requested from your network.',
  },
  /** Everyone who registers opens a link, some several. */
  useToken: {
    name: 'use-token',
    points: 300,
    perSeconds: HOUR_SECONDS,
    setting: 'REGISTRATIONS_PER_HOUR',
    message: 'Too many links were opened from your network.',
  },
  setUp: { name: 'set-up', points: 20, perSeconds: HOUR_SECONDS },
  changePassword: { name: 'change-password', points: 10, perSeconds: HOUR_SECONDS },
  changeEmail: { name: 'change-email', points: 10, perSeconds: HOUR_SECONDS },
  deleteAccount: { name: 'delete-account', points: 10, perSeconds: HOUR_SECONDS },
  /** Set-up, first code, new recovery codes, turning off. */
  secondFactor: { name: 'second-factor-change', points: 30, perSeconds: HOUR_SECONDS },
  /** Challenges for passkeys, and their answers, by IP address or account. */
  passkey: { name: 'passkey', points: 600, perSeconds: HOUR_SECONDS, setting: 'REGISTRATIONS_PER_HOUR' },
  exportData: { name: 'export-data', points: 10, perSeconds: HOUR_SECONDS },
  /** The redirect and the callback count separately. */
  provider: { name: 'google', points: 600, perSeconds: HOUR_SECONDS, setting: 'REGISTRATIONS_PER_HOUR' },
} as const satisfies Record<string, RateLimit>;

/** Larger account requests are rejected before they are read. */
export const ACCOUNT_BODY_BYTES = 16 * 1024;

const message = 'Too many login attempts. If you forgot your password, reset it.';

/** Limits of failed login attempts. Rationale: docs/decisions/0004-login-throttling.md. */
const LOGIN_RATE_LIMITS = {
  /** One IP address, any account. */
  address: {
    name: 'login-address',
    points: ADDRESS_LIMIT_DEFAULTS.LOGIN_FAILURES_PER_QUARTER_HOUR,
    perSeconds: QUARTER_HOUR_SECONDS,
    setting: 'LOGIN_FAILURES_PER_QUARTER_HOUR',
    message: 'Too many failed logins from your network.',
  },
  /** One account from one IP address. */
  accountFromAddress: { name: 'login-account-address', points: 5, perSeconds: QUARTER_HOUR_SECONDS, message },
  /** One account from all unknown browsers. */
  accountFromStrangers: { name: 'login-account', points: 100, perSeconds: HOUR_SECONDS, message },
  /** One account from one browser that signed in to it before. */
  accountFromKnownBrowser: { name: 'login-browser', points: 10, perSeconds: QUARTER_HOUR_SECONDS, message },
} as const satisfies Record<string, RateLimit>;

/**
 * Limits of wrong codes. Three of a million codes are right at a time, so the 240 guesses a day that one account gets
 * have a chance of less than 0.1 percent.
 */
export const CODE_RATE_LIMITS = {
  /** One account, from any client. */
  account: {
    name: 'second-factor',
    points: 10,
    perSeconds: HOUR_SECONDS,
    message: 'Too many wrong codes. Someone may know your password: choose a new one.',
  },
  /** One IP address, any account. */
  address: {
    name: 'second-factor-address',
    points: ADDRESS_LIMIT_DEFAULTS.LOGIN_FAILURES_PER_QUARTER_HOUR,
    perSeconds: QUARTER_HOUR_SECONDS,
    setting: 'LOGIN_FAILURES_PER_QUARTER_HOUR',
    message: 'Too many wrong codes from your network.',
  },
} as const satisfies Record<string, RateLimit>;

interface Count {
  limit: RateLimit;
  key: string;
}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts can't slip through. Call `succeeded` if
 * the password was right.
 */
export async function countLoginAttempt(
  { rateLimits, knownBrowsers }: Pick<AccountsDeps, 'rateLimits' | 'knownBrowsers'>,
  client: Client,
  email: string,
): Promise<{ succeeded: () => Promise<void> }> {
  const [nearest, ...others] = countsOf(client, email, knownBrowsers.recognize(client.knownBrowser, email));
  for (const { limit, key } of [nearest, ...others]) await rateLimits.take(limit, key);
  return {
    succeeded: async () => {
      await rateLimits.reset(nearest.limit, nearest.key);
      for (const { limit, key } of others) await rateLimits.giveBack(limit, key);
    },
  };
}

/** Narrowest first: an attempt rejected by a narrow limit doesn't count against the wider ones. */
function countsOf(client: Client, email: string, browser: string | undefined): [Count, ...Count[]] {
  if (browser !== undefined) {
    return [{ limit: LOGIN_RATE_LIMITS.accountFromKnownBrowser, key: `${email} ${browser}` }];
  }
  const from = addressKey(client.address);
  return [
    { limit: LOGIN_RATE_LIMITS.accountFromAddress, key: `${email} ${from}` },
    { limit: LOGIN_RATE_LIMITS.address, key: from },
    { limit: LOGIN_RATE_LIMITS.accountFromStrangers, key: email },
  ];
}

/**
 * A cookie set after signing in. It grants nothing, but lets that browser try a password after others have used up the
 * account's attempts.
 */
export interface KnownBrowsers {
  mark(email: string): string;
  /** The cookie's id, if its signature is valid for this address. */
  recognize(mark: string | undefined, email: string): string | undefined;
}

export function createKnownBrowsers(key: Buffer): KnownBrowsers {
  const sign = (id: string, email: string): string =>
    createHmac('sha256', key).update(`${id}\n${email}`).digest('base64url');
  return {
    mark: (email) => {
      const id = newSecret();
      return `${id}.${sign(id, email)}`;
    },
    recognize: (mark, email) => {
      const [id = '', signature = ''] = (mark ?? '').split('.');
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(id, email));
      const isOurs = id !== '' && given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs ? id : undefined;
    },
  };
}
