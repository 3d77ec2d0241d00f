import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Row,
  type RowData,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import type { MenuItems } from '../overlay/menu';
import { compareValues, type SortValue } from './compare-values';
import type { Column } from './table';
import type { TableHandle } from './use-table-state';

export type DataColumn<R> = Column<R> & {
  /** Makes the column sortable: returns the value to sort by, or `true` if the server sorts. */
  sort?: ((row: R) => SortValue) | true;
};

type Source =
  /** All rows, sorted and paged in the browser. */
  | { total?: undefined; next?: undefined }
  /** One page of `total` rows, sorted by the server. */
  | { total: number; next?: undefined }
  /** One page of a keyset-paginated list; `next` is the cursor. */
  | { total?: undefined; next: string | null };

export type DataTableProps<R> = Source & {
  /** Accessible name of the table; visually hidden. */
  caption: string;
  columns: readonly DataColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** The row's name in labels of its actions and checkbox. */
  rowName?: (row: R) => string;
  /** From useTableState, or useLocalTableState in a sheet. */
  table: TableHandle;
  /** Plural of what is counted: "entries". */
  noun: string;
  /** Shown if there are no rows at all. The table itself handles filters without results. */
  empty: ReactNode;
  isLoading?: boolean;
  error?: { message: string; onRetry: () => void } | undefined;
  rowActions?: (row: R) => MenuItems;
  /** Expandable content of a row. */
  details?: (row: R) => ReactNode;
  selection?: {
    selected: ReadonlySet<string>;
    onChange: (selected: ReadonlySet<string>) => void;
    /** Buttons for bulk actions. */
    actions: ReactNode;
    /** Rows that “Select all” selects; others must be selected individually. Defaults to all. */
    isInAll?: (row: R) => boolean;
  };
  /** Shows all rows in a virtualized list of this height instead of pages. */
  height?: string;
};

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowExpandingFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});
type Features = typeof features;

/** A row of the table model, with its selected and expanded state. */
export type ModelRow<R extends RowData> = Row<Features, R>;

/** The table model: which rows are shown, in which order, and which are selected or expanded. */
export function useDataTable<R extends RowData>({
  columns,
  rows,
  rowKey,
  table,
  total,
  next,
  height,
  selection,
  details,
}: DataTableProps<R>) {
  const isOurs = total === undefined && next === undefined;
  const definitions = useMemo(
    () =>
      columns.map(({ key, sort }) => ({
        id: key,
        accessorFn: (row: R): SortValue => (typeof sort === 'function' ? sort(row) : null),
        sortFn: (one: Row<Features, R>, other: Row<Features, R>) =>
          compareValues(one.getValue<SortValue>(key), other.getValue<SortValue>(key)),
        enableSorting: sort !== undefined,
      })),
    [columns],
  );
  const sorting = table.sort ? [{ id: table.sort.key, desc: table.sort.direction === 'descending' }] : [];
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    getRowCanExpand: () => details !== undefined,
    manualSorting: !isOurs,
    manualPagination: !isOurs || height !== undefined,
    rowCount: total ?? rows.length,
    autoResetPageIndex: false,
    autoResetExpanded: false,
    state: {
      sorting,
      pagination: { pageIndex: table.page - 1, pageSize: table.pageSize },
      rowSelection: Object.fromEntries([...(selection?.selected ?? [])].map((key) => [key, true])),
    },
    onRowSelectionChange: (update) => {
      const before = Object.fromEntries([...(selection?.selected ?? [])].map((key) => [key, true as const]));
      const after = typeof update === 'function' ? update(before) : update;
      selection?.onChange(new Set(Object.keys(after)));
    },
  });
}
