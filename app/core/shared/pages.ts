/**
 * Where the pages of a counted list end. SQLite reads and drops every row before the page that is asked for, so what
 * lies deeper is found by narrowing the list, or from where the page before ended (docs/decisions/0055).
 */
export const LAST_PAGE = 100;

/** Of a list that is read page by page up to there. */
export const countPages = ({ total, pageSize }: { total: number; pageSize: number }): number =>
  Math.min(LAST_PAGE, Math.max(1, Math.ceil(total / pageSize)));
