/**
 * Maximum page of an offset-paginated list. SQLite reads and drops every row before the page, so deeper rows are
 * reached by filtering or by keyset pagination (docs/decisions/0055).
 */
export const LAST_PAGE = 100;

/** For lists that are read page by page up to the maximum. */
export const countPages = ({ total, pageSize }: { total: number; pageSize: number }): number =>
  Math.min(LAST_PAGE, Math.max(1, Math.ceil(total / pageSize)));
