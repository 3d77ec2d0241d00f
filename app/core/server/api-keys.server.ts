import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Actor } from './session.server';

/** What a key may spend, and on which models. Null means no bound. */
export interface KeyLimits {
  models: readonly string[] | null;
  monthlyCapMicroUsd: bigint | null;
  perRequestCapMicroUsd: bigint | null;
}

/** API keys as requests use them. Their screens and calls are in features/api-keys. */
export interface ApiKeys {
  /**
   * The actor of a secret; undefined if the key is unknown, revoked or expired, or its account is suspended. Costs one
   * indexed read, and none while the key is cached.
   */
  find(secret: string): Promise<Actor | undefined>;
  /**
   * The current limits of a key, for paying with it; undefined if it no longer works. Cached like `find`.
   * @throws DomainError `keys_forbidden`
   */
  limitsOf(apiKeyId: string): Promise<KeyLimits | undefined>;
  /** Why administrators don't let a user use API keys, as a sentence; undefined if they do. */
  denialFor(user: Pick<Actor, 'userId' | 'roles'>): Promise<string | undefined>;
  /** Call after changing or revoking a key. */
  forget(apiKeyId: string): void;
  /** Call after changing who may use keys. */
  forgetPolicy(): void;
  /** Call after changing a user's roles, name, address or suspension. */
  forgetUser(userId: string): void;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const START = 'pw_';
const RANDOM_CHARACTERS = 40;
const CHECKSUM_CHARACTERS = 6;
/** The indexed part of a secret. The other 30 random characters (178 bits) are only in the hash. */
const PREFIX_CHARACTERS = START.length + 10;

const SECRET = new RegExp(
  `^${START}([0-9A-Za-z]{${String(RANDOM_CHARACTERS)}})([0-9A-Za-z]{${String(CHECKSUM_CHARACTERS)}})$`,
);

/** `pw_`, 40 random base62 characters (238 bits), and a checksum by which scanners recognize a leaked key. */
export function newApiKeySecret(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  return `${START}${random}${checksumOf(random)}`;
}

/** Whether a bearer token is meant as an API key. */
export const looksLikeApiKey = (token: string): boolean => token.startsWith(START);

/** Whether a token has the format and checksum of an API key. */
export function isWellFormedApiKey(token: string): boolean {
  const [, random = '', checksum] = SECRET.exec(token) ?? [];
  return checksum !== undefined && checksum === checksumOf(random);
}

export const prefixOfApiKey = (secret: string): string => secret.slice(0, PREFIX_CHARACTERS);

/** CRC-32 in base62, padded to six digits. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let i = 0; i < CHECKSUM_CHARACTERS; i += 1) {
    digits = `${ALPHABET[rest % ALPHABET.length] ?? ''}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
