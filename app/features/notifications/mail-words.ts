import { formatDate } from '~/ui/format-date';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';

/** A day as screens write it. Mails count in days of UTC, and say so. */
export const dayOf = (atMs: number): string => formatDate(new Date(atMs), 'UTC');

export const dollars = (cents: number): string => formatBalance(microUsdFromCents(cents));
