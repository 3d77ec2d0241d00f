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
  /** Can be sorted by: the value it goes by, or `true` where the server sorts. */
  sort?: ((row: R) => SortValue) | true;
};

type Source =
  /** All rows are here: sorted and paged in the browser. */
  | { total?: undefined; next?: undefined }
  /** One page out of so many, as the server sorted it. */
  | { total: number; next?: undefined }
  /** One page of a list by keyset; `next` is where it goes on. */
  | { total?: undefined; next: string | null };

export type DataTableProps<R> = Source & {
  /** What the table holds; read aloud, not shown. */
  caption: string;
  columns: readonly DataColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** What a row is called where its actions or its check box are named. */
  rowName?: (row: R) => string;
  /** From useTableState, or useLocalTableState in a sheet. */
  table: TableHandle;
  /** What is counted, in the plural: "entries". */
  noun: string;
  /** Nothing there at all: what to do about it. Filters that leave nothing are seen to. */
  empty: ReactNode;
  isLoading?: boolean;
  error?: { message: string; onRetry: () => void } | undefined;
  rowActions?: (row: R) => MenuItems;
  /** What a row opens to. */
  details?: (row: R) => ReactNode;
  selection?: {
    selected: ReadonlySet<string>;
    onChange: (selected: ReadonlySet<string>) => void;
    /** What can be done with all of them: buttons. */
    actions: ReactNode;
    /** Rows that “Select all” takes; the others are selected one by one. All of them unless given. */
    isInAll?: (row: R) => boolean;
  };
  /** Given, all rows scroll within this height and only those in sight are drawn; there are no pages. */
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

/** A row as the table's model has it: selected, open. */
export type ModelRow<R extends RowData> = Row<Features, R>;

/** Which rows are shown and in which order, and which of them are selected or open. */
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
