import type { ReactNode } from 'react';
import { cx } from './cx';

export type Column<R> = {
  key: string;
  header: string;
  cell: (row: R) => ReactNode;
  /** Figures stand at the end, so that their digits line up. */
  isNumber?: boolean;
  /** The row's name: first on the phone's card, without a label. */
  isTitle?: boolean;
  className?: string;
};

type Props<R> = {
  /** What the table holds; read aloud, not shown. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
};

// Blocks are no table to some screen readers, so the roles are spelled out.
const ROW = { role: 'row' } as const;
const CELL = { role: 'cell' } as const;

/**
 * Rows and columns; on the phone each row is a card of "label value" lines.
 */
export function Table<R>({ caption, columns, rows, rowKey }: Props<R>) {
  return (
    <table role="table" className="block w-full border-collapse text-s md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr {...ROW} className="md:table-row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={cx(
                'border-b border-line py-2 pr-4 text-xs font-medium whitespace-nowrap text-ink-3 last:pr-0',
                column.isNumber ? 'text-right' : 'text-left',
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map((row) => (
          <tr key={rowKey(row)} {...ROW} className="block border-b border-line py-2.5 md:table-row md:py-0">
            {columns.map((column) => (
              <td
                key={column.key}
                {...CELL}
                data-label={column.header}
                className={cx(
                  'flex justify-between gap-4 py-0.5 align-top empty:hidden md:table-cell md:empty:table-cell md:border-b md:border-line md:py-2 md:pr-4 md:last:pr-0',
                  column.isTitle
                    ? 'font-medium'
                    : 'before:shrink-0 before:text-ink-3 before:content-[attr(data-label)] md:before:content-none',
                  column.isNumber ? 'num md:text-right md:whitespace-nowrap' : 'md:text-left',
                  column.className,
                )}
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
