import { DomainError } from '~/core/shared/errors';

export const FAILED_TO_CREATE = 'Failed to create payment';

export const noSuchPayment = (): DomainError =>
  new DomainError('not-found', 'There is no such payment.', { code: 'no_such_payment' });
