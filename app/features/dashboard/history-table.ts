import type { TableOptions } from '~/ui/table/table-state';

/** What of the history's table stands in the address; the loader's query has the same names. */
export const HISTORY_TABLE = {
  pageSizes: [25, 50, 100],
  filters: ['provider', 'model', 'reason', 'min', 'max', 'from', 'to'],
} as const satisfies TableOptions;
