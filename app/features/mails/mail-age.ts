import { DAY_MS } from '~/core/shared/clock';

/** A mail that could not be sent for this long is out of date, and is given up. */
export const MAX_MAIL_AGE_MS = 3 * DAY_MS;

/** How long unsent mails are kept and listed. */
export const FAILED_KEPT_MS = 30 * DAY_MS;
