import { DomainError } from '~/core/shared/errors';

/** A key that has expired already would never work. */
export function assertInFuture(expiresAt: string | null | undefined, now: Date): void {
  if (expiresAt == null || Date.parse(expiresAt) > now.getTime()) return;
  throw new DomainError('invalid', 'The expiry date must be in the future', {
    code: 'invalid',
    field: 'expiresAt',
  });
}
