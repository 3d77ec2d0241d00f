import { useNavigation } from '@remix-run/react';
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
import { ChevronRight } from 'lucide-react';
import { useMemo, useRef, type ReactNode } from 'react';
import { Button } from '../button';
import { ButtonLink } from '../button-link';
import { cx } from '../cx';
import { EmptyState } from '../empty-state';
import { Checkbox } from '../form/checkbox';
import { formatCount } from '../format-count';
import { Notice } from '../notice';
import { Menu, type MenuItems } from '../overlay/menu';
import { keyboardScrollable } from '../scroll-region';
import { Skeleton } from '../skeleton';
import { compareValues, type SortValue } from './compare-values';
import { KeysetPager, Pager } from './pager';
import { SortHeader, SortMenu } from './sort-header';
import {
  BODY,
  CELL,
  cellClasses,
  HEAD,
  HEAD_CELL,
  headClasses,
  ROW,
  rowClasses,
  TABLE,
  type Column,
} from './table';
import type { TableHandle } from './use-table-state';
import { VirtualRows } from './virtual-rows';

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

const LOADING_ROWS = 6;

/** A list with columns: sorting, pages and filters in the address, states, actions; a card a row on the phone. */
export function DataTable<R extends RowData>(props: DataTableProps<R>) {
  const { caption, columns, rows, rowKey, table, noun, total, next, height, selection, details, error } =
    props;
  const isOurs = total === undefined && next === undefined;
  const isUnderWay = useNavigation().state === 'loading';
  const scroller = useRef<HTMLDivElement>(null);

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
  const model = useTable({
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

  if (error) {
    return (
      <Notice
        tone="bad"
        title={`The ${noun} could not be loaded`}
        actions={
          <Button size="s" onClick={error.onRetry}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Notice>
    );
  }
  const shown = model.getRowModel().rows;
  if (!props.isLoading && shown.length === 0) return <Nothing {...props} />;

  const columnCount = columns.length + (selection ? 1 : 0) + (details ? 1 : 0) + (props.rowActions ? 1 : 0);
  const draw = (row: Row<Features, R>) => (
    <DataRow key={row.id} row={row} columnCount={columnCount} {...props} />
  );
  const grid = (
    <table
      {...TABLE}
      aria-busy={props.isLoading === true || isUnderWay ? true : undefined}
      aria-rowcount={height === undefined ? undefined : shown.length + 1}
    >
      <caption className="sr-only">{caption}</caption>
      <thead {...HEAD}>
        <tr role="row">
          {selection ? (
            <th {...HEAD_CELL} className={`${STICKY} w-8 border-b border-line py-1.5`}>
              <Checkbox
                label={`Select all ${noun} on this page`}
                isLabelHidden
                checked={model.getIsAllPageRowsSelected()}
                isIndeterminate={model.getIsSomePageRowsSelected()}
                onChange={model.getToggleAllPageRowsSelectedHandler()}
              />
            </th>
          ) : null}
          {details ? (
            <th {...HEAD_CELL} className={`${STICKY} w-8 border-b border-line`}>
              <span className="sr-only">Details</span>
            </th>
          ) : null}
          {columns.map((column) => (
            <SortHeader
              key={column.key}
              column={column}
              table={table}
              className={cx(STICKY, headClasses(column))}
            />
          ))}
          {props.rowActions ? (
            <th {...HEAD_CELL} className={`${STICKY} w-10 border-b border-line`}>
              <span className="sr-only">Actions</span>
            </th>
          ) : null}
        </tr>
      </thead>
      {props.isLoading ? (
        <LoadingRows columns={columns} count={Math.min(table.pageSize, LOADING_ROWS)} />
      ) : height === undefined ? (
        <tbody {...BODY}>{shown.map(draw)}</tbody>
      ) : (
        <VirtualRows rows={shown} scroller={scroller} columnCount={columnCount} draw={draw} />
      )}
    </table>
  );
  return (
    <div className={cx(isUnderWay && 'opacity-60 transition-opacity delay-150 duration-100')}>
      {props.isLoading ? (
        <p role="status" className="sr-only">
          Loading {noun}
        </p>
      ) : null}
      <SortMenu columns={columns} table={table} />
      {height === undefined ? (
        grid
      ) : (
        <section
          ref={scroller}
          aria-label={caption}
          {...keyboardScrollable}
          className="overflow-auto"
          style={{ height }}
        >
          {grid}
        </section>
      )}
      {selection && selection.selected.size > 0 ? (
        <div
          role="group"
          aria-label="Selection"
          className="sticky bottom-3 z-bar mt-3 flex flex-wrap items-center gap-2 rounded-2 border border-line-strong bg-surface px-3 py-2 shadow-2"
        >
          <p role="status" className="num grow text-s font-medium">
            {formatCount(selection.selected.size)} selected
          </p>
          {selection.actions}
          <Button variant="ghost" onClick={() => selection.onChange(new Set())}>
            Clear
          </Button>
        </div>
      ) : null}
      {height !== undefined ? null : next !== undefined ? (
        <KeysetPager table={table} next={next} noun={noun} />
      ) : (
        <Pager table={table} total={total ?? rows.length} noun={noun} />
      )}
    </div>
  );
}

/** The head stays in sight while its table scrolls. */
const STICKY = 'md:sticky md:top-0 md:z-sticky md:bg-paper';

type DataRowProps<R extends RowData> = DataTableProps<R> & { row: Row<Features, R>; columnCount: number };

function DataRow<R extends RowData>(props: DataRowProps<R>) {
  const { row, columns, columnCount, selection, details, rowActions, rowName, noun } = props;
  const actions = rowActions?.(row.original) ?? [];
  const name = rowName?.(row.original) ?? `one of the ${noun}`;
  const isOpen = details !== undefined && row.getIsExpanded();
  const detailsId = `details-${row.id}`;
  return (
    <>
      <tr
        {...ROW}
        className={cx(
          rowClasses(columns),
          'relative',
          // On a card the button stands beside what is at the end of its lines.
          details && 'max-md:pr-8',
          isOpen && 'md:border-b-0',
          row.getIsSelected() && 'bg-accent-soft',
        )}
      >
        {selection ? (
          <td {...CELL} className="absolute top-2 left-0 align-top md:static md:table-cell md:py-1.5">
            <Checkbox
              label={`Select ${name}`}
              isLabelHidden
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
            />
          </td>
        ) : null}
        {details ? (
          <td {...CELL} className="absolute top-2 right-0 align-top md:static md:table-cell md:py-1.5">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              aria-label={`Details of ${name}`}
              onClick={row.getToggleExpandedHandler()}
              className="rounded-1 p-1 text-ink-3 hover:bg-chosen hover:text-ink"
            >
              <ChevronRight
                aria-hidden="true"
                className={cx('size-4 transition-transform duration-100', isOpen && 'rotate-90')}
              />
            </button>
          </td>
        ) : null}
        {columns.map((column) => (
          <td
            key={column.key}
            {...CELL}
            data-label={column.header}
            className={cx(cellClasses(column, columns), column.isTitle && selection && 'pl-7 md:pl-0')}
          >
            {column.cell(row.original)}
          </td>
        ))}
        {rowActions ? (
          <td
            {...CELL}
            className={cx(
              'absolute top-1 align-top md:static md:table-cell md:py-0.75',
              details ? 'right-8' : 'right-0',
            )}
          >
            {actions.length === 0 ? null : <Menu label={`Actions for ${name}`} size="s" items={actions} />}
          </td>
        ) : null}
      </tr>
      {isOpen ? (
        <tr role="row" id={detailsId} className="block border-b border-line md:table-row">
          <td {...CELL} colSpan={columnCount} className="block pb-3 md:table-cell md:pl-8">
            {details(row.original)}
          </td>
        </tr>
      ) : null}
    </>
  );
}

function LoadingRows<R>({ columns, count }: { columns: readonly DataColumn<R>[]; count: number }) {
  return (
    <tbody {...BODY} aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <tr key={row} className={rowClasses(columns)}>
          {columns.map((column) => (
            <td key={column.key} className={cellClasses(column, columns)}>
              <Skeleton
                className={cx(
                  'my-1 h-3.5',
                  column.isNumber ? 'ml-auto w-16' : column.isTitle ? 'w-40' : 'w-24',
                )}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Nothing<R extends RowData>({ table, noun, empty, rows, total }: DataTableProps<R>) {
  const names = Object.keys(table.filters);
  if (names.length > 0) {
    const cleared = { filters: Object.fromEntries(names.map((name) => [name, null])) };
    return (
      <EmptyState
        title={`No ${noun} match`}
        action={
          table.hrefFor ? (
            <ButtonLink to={table.hrefFor(cleared)}>Clear filters</ButtonLink>
          ) : (
            <Button onClick={() => table.change(cleared)}>Clear filters</Button>
          )
        }
      >
        Try fewer filters or another word.
      </EmptyState>
    );
  }
  if (table.page > 1 && (total ?? rows.length) > 0) {
    return (
      <EmptyState
        title="This page is past the end"
        action={
          table.hrefFor ? (
            <ButtonLink to={table.hrefFor({ page: 1 })}>First page</ButtonLink>
          ) : (
            <Button onClick={() => table.change({ page: 1 })}>First page</Button>
          )
        }
      />
    );
  }
  return empty;
}
