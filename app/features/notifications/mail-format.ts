import { formatDate } from '~/ui/format-date';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';

/** A day as screens format it. Mails use UTC days, and say so. */
export const formatUtcDay = (atMs: number): string => formatDate(new Date(atMs), 'UTC');

export const formatDollars = (cents: number): string => formatBalance(microUsdFromCents(cents));
