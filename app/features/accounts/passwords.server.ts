import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '~/core/shared/errors';
import { newSecret } from '~/core/server/session.server';

/** Argon2id with the library's defaults: 19 MiB of memory, two passes. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for a wrong password, for a malformed hash, and for a person without one; all take the same time. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** Each hash takes a core for a while: more at once would only slow each other and the rest of the server down. */
const AT_ONCE = 2;
const MAX_WAITING = 200;

export function createPasswords(): Passwords {
  const alone = limitTo(AT_ONCE, MAX_WAITING);
  const nobodysHash = hash(newSecret()); // made beforehand, or the first stranger would wait longer
  return {
    hash: (password) => alone(() => hash(password)),
    verify: async (passwordHash, password) => {
      const stored = passwordHash ?? (await nobodysHash);
      const matches = await alone(() => verify(stored, password).catch(() => false)); // throws on a malformed hash
      return matches && typeof passwordHash === 'string';
    },
  };
}

function limitTo(atOnce: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) {
        throw new DomainError(
          'unavailable',
          'Too many people are signing in just now. Please try again in a moment.',
          {
            retryAfterSeconds: 5,
          },
        );
      }
      await new Promise<void>((resolve) => waiting.push(resolve)); // whoever ends passes the place on
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
