import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import { newSecret } from '~/core/server/session.server';

/** Argon2id with the library's defaults: 19 MiB of memory, two passes. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for a wrong password, for a malformed hash, and for a user without one; all take the same time. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** Each hash takes a core for a while: more at once would only slow each other and the rest of the server down. */
const AT_ONCE = 2;
const MAX_WAITING = 200;

/** What a password is compared with where there is no account: one for the whole process. */
let nobodysHash: Promise<string> | undefined;

/** What any call that handles a password may answer. */
export const PASSWORD_ERRORS = { too_busy: 'unavailable' } as const satisfies Record<string, ErrorKind>;

export function createPasswords(): Passwords {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.size >= MAX_WAITING) {
      throw new DomainError(
        'unavailable',
        'Too many people are logging in right now. Please try again in a moment.',
        { code: 'too_busy', retryAfterSeconds: 5 },
      );
    }
    return queue.add(work);
  };
  nobodysHash ??= hash(newSecret()); // made beforehand, or the first stranger would wait longer
  const compared = nobodysHash;
  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: async (passwordHash, password) => {
      const stored = passwordHash ?? (await compared);
      const matches = await inTurn(() => verify(stored, password).catch(() => false)); // throws on a malformed hash
      return matches && typeof passwordHash === 'string';
    },
  };
}
