import type * as entry from '../app/entry.server';

/** What the host and the commands import from the built application. */
export type ServerEntry = Pick<
  typeof entry,
  | 'api'
  | 'createApp'
  | 'createLogger'
  | 'readEnv'
  | 'findMisspelledSettings'
  | 'SettingsError'
  | 'isCrossSite'
  | 'CROSS_SITE_REFUSAL'
  | 'runCommand'
  | 'findActor'
  | 'clientOf'
  | 'trustedProxy'
  | 'noteUntrustedProxy'
  | 'signInByProxy'
  | 'addressKey'
>;
