import { DomainError } from '~/core/shared/errors';
import { MICRO_USD_PER_USD } from '~/core/shared/money';

/**
 * About nine billion dollars, the limit for any amount or balance. Below it, amounts are exact as numbers, and column
 * sums fit SQLite's 64-bit integers.
 */
export const MAX_MICRO_USD = BigInt(Number.MAX_SAFE_INTEGER);

/** Formats an amount for messages, with 2 to 6 decimals: $1.00, $0.0123. */
export function usdText(amountMicroUsd: bigint): string {
  const sign = amountMicroUsd < 0n ? '-' : '';
  const absolute = amountMicroUsd < 0n ? -amountMicroUsd : amountMicroUsd;
  const fraction = (absolute % MICRO_USD_PER_USD).toString().padStart(6, '0');
  return `${sign}$${absolute / MICRO_USD_PER_USD}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
}

/** Validates an amount at run time, whatever its static type: a wrong number must not move money. */
export function microUsd(value: unknown, name: string): bigint {
  if (typeof value !== 'bigint') throw wrongNumber(name, 'must be a whole number of micro-dollars');
  if (value < 0n) throw wrongNumber(name, 'must not be negative');
  if (value > MAX_MICRO_USD) throw wrongNumber(name, 'is larger than any amount this ledger keeps');
  return value;
}

export function positiveMicroUsd(value: unknown, name: string): bigint {
  const amount = microUsd(value, name);
  if (amount === 0n) throw wrongNumber(name, 'must be more than 0');
  return amount;
}

/** Validates a count and converts it to a BigInt for the database. */
export function tokenCount(value: unknown, name: string): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw wrongNumber(name, 'must be a whole number, 0 or more');
  }
  return BigInt(value);
}

/** Validates a name or key. */
export function identifier(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= 255) return value;
  throw new DomainError('invalid', `${name} must be a text of 1 to 255 characters.`, {
    code: 'invalid_identifier',
  });
}

function wrongNumber(name: string, problem: string): DomainError {
  return new DomainError('invalid', `${name} ${problem}.`, { code: 'invalid_amount' });
}
