import { hash, verify } from '@node-rs/argon2';
import { toNfkc } from '@promptwell/text';
import PQueue from 'p-queue';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import { newSecret } from '~/core/server/session.server';

/** `outdated`: the password is right, but its hash is of another encoding of it. */
type PasswordMatch = 'current' | 'outdated' | false;

/**
 * Argon2id with the library's defaults: 19 MiB of memory, two passes. Passwords are hashed in NFKC, because keyboards
 * encode the same letters differently. Hashes from before that are of what was typed.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for a wrong password, a malformed hash, or a user without one. Takes the same time in each case. */
  verify(passwordHash: string | null | undefined, password: string): Promise<PasswordMatch>;
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
    hash: (password) => enqueue(() => hash(toNfkc(password))),
    verify: async (passwordHash, password) => {
      const stored = passwordHash ?? (await compared);
      const matches = (text: string) => enqueue(() => verify(stored, text).catch(() => false)); // throws on a malformed hash
      const normalized = toNfkc(password);
      if (await matches(normalized)) return typeof passwordHash === 'string' && 'current';
      return (
        normalized !== password && (await matches(password)) && typeof passwordHash === 'string' && 'outdated'
      );
    },
  };
}
