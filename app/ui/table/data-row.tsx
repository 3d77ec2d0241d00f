import type { RowData } from '@tanstack/react-table';
import { ChevronRight } from 'lucide-react';
import { cx } from '../cx';
import { Checkbox } from '../form/checkbox';
import { Menu } from '../overlay/menu';
import { CELL, cellClasses, cellRole, isCompact, ROW, rowClasses } from './table';
import type { DataTableProps, ModelRow } from './use-data-table';

type DataRowProps<R extends RowData> = DataTableProps<R> & { row: ModelRow<R>; columnCount: number };

/** A row with its checkbox, cells, actions and details. A card on phones. */
export function DataRow<R extends RowData>(props: DataRowProps<R>) {
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
          // Makes room for the buttons, which on a card are at the end of the lines.
          details && 'max-md:pr-8',
          rowActions && isCompact(columns) && 'max-md:pr-11',
          isOpen && 'md:border-b-0',
          row.getIsSelected() && 'bg-accent-soft',
        )}
      >
        {selection ? (
          <td {...CELL} className="absolute top-2.75 left-0 align-top md:static md:table-cell md:py-1.5">
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
              className="tappable rounded-1 p-1 text-ink-3 hover:bg-chosen hover:text-ink"
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
            role={cellRole(column)}
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
