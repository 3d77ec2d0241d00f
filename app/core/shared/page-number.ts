import { LAST_PAGE } from './pages';
import { z } from './zod';

const number = z.coerce.number().int().min(1);

/** A page of an offset-paginated list. */
export const pageNumber = number
  .max(
    LAST_PAGE,
    `must be at most ${String(LAST_PAGE)}; narrow the search or the filters to reach what comes later`,
  )
  .default(1);

/** A page of a keyset-paginated list, which returns the start of the next page. */
export const pageBeforeNext = number
  .max(
    LAST_PAGE,
    `must be at most ${String(LAST_PAGE)}; go on with \`after\`, the \`next\` of the answer before`,
  )
  .default(1);

/** The page number in a URL: clamped to the last page, and 1 if invalid. */
export const pageInAddress = number.catch(1).transform((page) => Math.min(page, LAST_PAGE));

/** Ledger entries are found by number, at any depth. */
export const ledgerPage = number.max(1_000_000).default(1);
