import { Link } from '@remix-run/react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cx } from '../cx';
import { Menu } from '../overlay/menu';
import type { DataColumn } from './use-data-table';
import { HEAD_CELL } from './table';
import type { Direction, Sort } from './table-state';
import type { TableHandle } from './use-table-state';

type SortableColumn = Pick<DataColumn<never>, 'key' | 'header' | 'isNumber'> & { sort?: unknown };

/** First click: numbers descending, text ascending. Further clicks reverse the order. */
function nextSort({ key, isNumber }: SortableColumn, current: Sort | null): Sort {
  const opposite: Direction = current?.direction === 'ascending' ? 'descending' : 'ascending';
  if (current?.key === key) return { key, direction: opposite };
  return { key, direction: isNumber ? 'descending' : 'ascending' };
}

type HeaderProps = { column: SortableColumn; table: TableHandle; className: string };

export function SortHeader({ column, table, className }: HeaderProps) {
  if (column.sort === undefined) {
    return (
      <th {...HEAD_CELL} scope="col" className={className}>
        {column.header}
      </th>
    );
  }
  const direction = table.sort?.key === column.key ? table.sort.direction : undefined;
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  const sort = nextSort(column, table.sort);
  const classes = cx(
    'inline-flex items-center gap-1 rounded-[4px] align-bottom font-medium no-underline hover:text-ink',
    column.isNumber && 'flex-row-reverse',
    direction && 'text-ink',
  );
  const content = (
    <>
      {column.header}
      <Icon aria-hidden="true" className={cx('size-3.5', direction ? 'text-ink' : 'text-ink-3 opacity-60')} />
    </>
  );
  return (
    <th {...HEAD_CELL} scope="col" aria-sort={direction ?? 'none'} className={className}>
      {table.hrefFor ? (
        <Link to={table.hrefFor({ sort })} preventScrollReset className={classes}>
          {content}
        </Link>
      ) : (
        <button type="button" onClick={() => table.change({ sort })} className={classes}>
          {content}
        </button>
      )}
    </th>
  );
}

const WORDS: Record<Direction, string> = { ascending: 'ascending', descending: 'descending' };

/** Sort menu for phones, where the table has no header. */
export function SortMenu({ columns, table }: { columns: readonly SortableColumn[]; table: TableHandle }) {
  const sortable = columns.filter(({ sort }) => sort !== undefined);
  if (sortable.length === 0) return null;
  const current = sortable.find(({ key }) => key === table.sort?.key);
  return (
    <div className="-ml-3 md:hidden">
      <Menu
        label="Sort by"
        align="start"
        items={sortable.flatMap(({ key, header }) =>
          (['ascending', 'descending'] as const).map((direction) => ({
            key: `${key} ${direction}`,
            label: `${header}, ${WORDS[direction]}`,
            isChosen: table.sort?.key === key && table.sort.direction === direction,
            ...(table.hrefFor
              ? { to: table.hrefFor({ sort: { key, direction } }) }
              : { onAction: () => table.change({ sort: { key, direction } }) }),
          })),
        )}
      >
        Sort{current && table.sort ? `: ${current.header}, ${WORDS[table.sort.direction]}` : ''}
      </Menu>
    </div>
  );
}
