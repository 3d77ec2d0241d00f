import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import { newSecret } from '~/core/server/session.server';

/** Argon2id with the library's defaults: 19 MiB of memory, two passes. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for a wrong password, a malformed hash, or a user without one. Takes the same time in each case. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** Maximum concurrent hashes. Each occupies a core, so more would slow down the rest of the server. */
const CONCURRENCY = 2;
const MAX_WAITING = 200;

/** Compared with if there is no account, to take the same time. */
let dummyHash: Promise<string> | undefined;

/** Errors of any call that handles a password. */
export const PASSWORD_ERRORS = { too_busy: 'unavailable' } as const satisfies Record<string, ErrorKind>;

export function createPasswords(): Passwords {
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.size >= MAX_WAITING) {
      throw new DomainError(
        'unavailable',
        'Too many people are logging in right now. Please try again in a moment.',
        { code: 'too_busy', retryAfterSeconds: 5 },
      );
    }
    return queue.add(work);
  };
  dummyHash ??= hash(newSecret()); // precomputed, or the first unknown address would take longer
  const compared = dummyHash;
  return {
    hash: (password) => enqueue(() => hash(password)),
    verify: async (passwordHash, password) => {
      const stored = passwordHash ?? (await compared);
      const matches = await enqueue(() => verify(stored, password).catch(() => false)); // throws on a malformed hash
      return matches && typeof passwordHash === 'string';
    },
  };
}
