import type { ReactNode } from 'react';
import { cx } from '../cx';

export type Column<R> = {
  key: string;
  header: string;
  cell: (row: R) => ReactNode;
  /** Right-aligned, so that digits line up. */
  isNumber?: boolean;
  /** Names the row. On a card it comes first and has no label. */
  isTitle?: boolean;
  /**
   * Position in a compact two-line card without labels, from the start of the first line to the end of the second.
   * Columns without one are left out of the card.
   */
  cardSlot?: 1 | 2 | 3 | 4;
  /** Hidden from 768 to 1024 px, or with `xl` to 1280 px. Cards show it. */
  isSecondary?: boolean | 'xl';
  className?: string;
};

type Props<R> = {
  /** Accessible name of the table; visually hidden. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
};

// With display: block, some screen readers no longer see a table, so roles are explicit.
export const TABLE = { role: 'table', className: 'block w-full border-collapse text-s md:table' } as const;
export const HEAD = { role: 'rowgroup', className: 'hidden md:table-header-group' } as const;
export const BODY = { role: 'rowgroup', className: 'block md:table-row-group' } as const;
export const HEAD_CELL = { role: 'columnheader' } as const;
export const CELL = { role: 'cell' } as const;
/** The cell that names the row is its header for screen readers. */
export const cellRole = ({ isTitle }: Pick<ColumnLayout, 'isTitle'>): 'rowheader' | 'cell' =>
  isTitle ? 'rowheader' : 'cell';
export const ROW = {
  role: 'row',
  className: 'block border-b border-line py-2.5 md:table-row md:py-0',
} as const;

type ColumnLayout = Pick<Column<never>, 'isNumber' | 'isSecondary' | 'isTitle' | 'cardSlot' | 'className'>;

export const isCompact = (columns: readonly ColumnLayout[]): boolean =>
  columns.some(({ cardSlot }) => cardSlot !== undefined);

export const rowClasses = (columns: readonly ColumnLayout[]) =>
  cx(ROW.className, isCompact(columns) && 'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4');

const CARD_SLOT_CLASSES = {
  1: 'order-1',
  2: 'order-2 text-right',
  3: 'order-3 text-xs text-ink-2',
  4: 'order-4 text-right text-xs text-ink-2',
} as const;

export const headClasses = ({ isNumber, isSecondary }: ColumnLayout) =>
  cx(
    'border-b border-line py-2 pr-4 text-xs font-medium whitespace-nowrap text-ink-3 last:pr-0',
    isNumber ? 'text-right' : 'text-left',
    isSecondary && (isSecondary === 'xl' ? 'md:hidden xl:table-cell' : 'md:hidden lg:table-cell'),
  );

export const cellClasses = (
  { isNumber, isSecondary, isTitle, cardSlot, className }: ColumnLayout,
  columns: readonly ColumnLayout[],
) =>
  cx(
    'py-0.5 align-top empty:hidden md:py-2 md:pr-4 md:last:pr-0',
    isSecondary === 'xl'
      ? 'md:hidden xl:table-cell xl:empty:table-cell'
      : isSecondary
        ? 'md:hidden lg:table-cell lg:empty:table-cell'
        : 'md:table-cell md:empty:table-cell',
    cardSlot !== undefined
      ? cx(CARD_SLOT_CLASSES[cardSlot], 'md:text-s md:text-ink')
      : isCompact(columns)
        ? 'max-md:hidden'
        : 'flex justify-between gap-4',
    isTitle
      ? 'font-medium'
      : !isCompact(columns) &&
          'before:shrink-0 before:text-ink-3 before:content-[attr(data-label)] md:before:content-none',
    isNumber ? 'num md:text-right md:whitespace-nowrap' : 'md:text-left',
    className,
  );

/** A simple table. For sorting, pages, selection or states use DataTable. Each row is a card on phones. */
export function Table<R>({ caption, columns, rows, rowKey }: Props<R>) {
  return (
    <table {...TABLE}>
      <caption className="sr-only">{caption}</caption>
      <thead {...HEAD}>
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} {...HEAD_CELL} scope="col" className={headClasses(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...BODY}>
        {rows.map((row) => (
          <tr key={rowKey(row)} role={ROW.role} className={rowClasses(columns)}>
            {columns.map((column) => (
              <td
                key={column.key}
                role={cellRole(column)}
                data-label={column.header}
                className={cellClasses(column, columns)}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
