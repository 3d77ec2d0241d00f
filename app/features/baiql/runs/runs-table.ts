import type { TableOptions } from '~/ui/table/table-state';

/** How the table of runs stands in its page's address. */
export const RUNS_TABLE = {
  sortable: ['started'],
  defaultSort: { key: 'started', direction: 'descending' },
  filters: ['status'],
} as const satisfies TableOptions;
