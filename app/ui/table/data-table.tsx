import { useNavigation } from '@remix-run/react';
import type { RowData } from '@tanstack/react-table';
import { useRef } from 'react';
import { Button } from '../button';
import { ButtonLink } from '../button-link';
import { cx } from '../cx';
import { EmptyState } from '../empty-state';
import { Checkbox } from '../form/checkbox';
import { Notice } from '../notice';
import { keyboardScrollable } from '../scroll-region';
import { Skeleton } from '../skeleton';
import { DataRow } from './data-row';
import { SortHeader, SortMenu } from './sort-header';
import { BODY, cellClasses, HEAD, HEAD_CELL, headClasses, rowClasses, TABLE } from './table';
import { describeSelected, TableAnnouncer } from './table-announcer';
import { KeysetPager, TablePager } from './table-pager';
import { useDataTable, type DataColumn, type DataTableProps, type ModelRow } from './use-data-table';
import { VirtualRows } from './virtual-rows';

const LOADING_ROWS = 6;

/**
 * A table with sorting, paging and filters in the URL, loading and empty states, and row actions. Each row is a card on
 * phones.
 */
export function DataTable<R extends RowData>(props: DataTableProps<R>) {
  return (
    <>
      <TableAnnouncer {...props} />
      <Listing {...props} />
    </>
  );
}

function Listing<R extends RowData>(props: DataTableProps<R>) {
  const { caption, columns, rows, table, noun, total, next, height, selection, details, error } = props;
  const isUnderWay = useNavigation().state === 'loading';
  const scroller = useRef<HTMLDivElement>(null);

  const model = useDataTable(props);

  if (error) {
    return (
      <Notice
        tone="bad"
        title={`The ${noun} couldn’t be loaded`}
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
  if (!props.isLoading && shown.length === 0) return <EmptyRows {...props} />;

  const all = shown.filter(({ original }) => selection?.isInAll?.(original) ?? true).map(({ id }) => id);
  const isAllSelected = all.length > 0 && all.every((key) => selection?.selected.has(key));
  const columnCount = columns.length + (selection ? 1 : 0) + (details ? 1 : 0) + (props.rowActions ? 1 : 0);
  const draw = (row: ModelRow<R>) => <DataRow key={row.id} row={row} columnCount={columnCount} {...props} />;
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
                checked={isAllSelected}
                isIndeterminate={!isAllSelected && shown.some((row) => row.getIsSelected())}
                onChange={() => {
                  const others = [...selection.selected].filter((key) => !all.includes(key));
                  selection.onChange(new Set(isAllSelected ? others : [...others, ...all]));
                }}
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
          {/* Announced by TableAnnouncer. */}
          <p aria-hidden="true" className="num grow text-s font-medium">
            {describeSelected(selection.selected.size)}
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
        <TablePager table={table} total={total ?? rows.length} noun={noun} />
      )}
    </div>
  );
}

/** The header stays visible while the table scrolls. */
const STICKY = 'md:sticky md:top-0 md:z-sticky md:bg-paper';

function LoadingRows<R>({ columns, count }: { columns: readonly DataColumn<R>[]; count: number }) {
  return (
    <tbody {...BODY} aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <tr key={row} className={rowClasses(columns)}>
          {columns.map((column) => (
            <td key={column.key} className={cellClasses(column, columns)}>
              <Skeleton
                className={cx(
                  'my-1 h-3.5 w-full min-w-10',
                  column.isNumber ? 'ml-auto max-w-16' : column.isTitle ? 'min-w-24 max-w-40' : 'max-w-24',
                )}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function EmptyRows<R extends RowData>({ table, noun, empty, rows, total }: DataTableProps<R>) {
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
