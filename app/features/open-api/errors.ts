import { DomainError } from '~/core/shared/errors';

/** A field that can't be left out without changing what the client gets. */
export const unsupported = (param: string, message: string): DomainError =>
  new DomainError('invalid', message, { code: 'unsupported_parameter', data: { param } });

/** A field with a value that can't be used. */
export const invalidParam = (param: string, message: string, cause?: unknown): DomainError =>
  new DomainError('invalid', message, { code: 'invalid_value', data: { param }, cause });
