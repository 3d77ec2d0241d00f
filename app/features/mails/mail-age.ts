import { DAY_MS } from '~/core/shared/clock';

/** A mail that could not be sent for so long says nothing new any more, and is given up. */
export const LATEST_MS = 3 * DAY_MS;

/** Mails that never went out are kept and listed this long. */
export const FAILED_KEPT_MS = 30 * DAY_MS;
