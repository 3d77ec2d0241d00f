import type { TableOptions } from '~/ui/table/table-state';

export const RUN_SORTS = ['started', 'status', 'cost'] as const;

/** Query parameters of the runs table. */
export const RUNS_TABLE = {
  sortable: RUN_SORTS,
  defaultSort: { key: 'started', direction: 'descending' },
  filters: ['status'],
} as const satisfies TableOptions;
