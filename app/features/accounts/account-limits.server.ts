import type { RateRule } from '~/core/server/rate-limits.server';

const HOUR_SECONDS = 60 * 60;

/** How often account forms may be sent from one address, or for one e-mail address. Signing in has rules of its own. */
export const ACCOUNT_RULES = {
  register: { name: 'register', points: 20, perSeconds: HOUR_SECONDS },
  /** Mails to one person, whoever asks for them. */
  mailTo: { name: 'mail-to', points: 5, perSeconds: HOUR_SECONDS },
  askForMail: { name: 'ask-for-mail', points: 20, perSeconds: HOUR_SECONDS },
  useToken: { name: 'use-token', points: 60, perSeconds: HOUR_SECONDS },
  setUp: { name: 'set-up', points: 20, perSeconds: HOUR_SECONDS },
  changePassword: { name: 'change-password', points: 10, perSeconds: HOUR_SECONDS },
  deleteAccount: { name: 'delete-account', points: 10, perSeconds: HOUR_SECONDS },
  exportData: { name: 'export-data', points: 10, perSeconds: HOUR_SECONDS },
  google: { name: 'google', points: 60, perSeconds: HOUR_SECONDS },
} as const satisfies Record<string, RateRule>;
