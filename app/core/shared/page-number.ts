import { LAST_PAGE } from './pages';
import { z } from './zod';

const number = z.coerce.number().int().min(1);

/** A page of a list whose rows are counted off. */
export const pageNumber = number
  .max(
    LAST_PAGE,
    `must be at most ${String(LAST_PAGE)}; narrow the search or the filters to reach what comes later`,
  )
  .default(1);

/** The same of a list that says where its next page begins. */
export const pageBeforeNext = number
  .max(
    LAST_PAGE,
    `must be at most ${String(LAST_PAGE)}; go on with \`after\`, the \`next\` of the answer before`,
  )
  .default(1);

/** The page in the address of a screen: one beyond the last is the last, and what is no page is the first. */
export const pageInAddress = number.catch(1).transform((page) => Math.min(page, LAST_PAGE));

/** Entries of a ledger are found by their numbers, at any depth. */
export const ledgerPage = number.max(1_000_000).default(1);
