import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../format-count';
import type { DataTableProps } from './use-data-table';

export const describeSelected = (count: number): string => `${formatCount(count)} selected`;

/**
 * Announces the result of changed filters, order or page, and the number of selected rows. It is rendered before there
 * is anything to announce, and is silent if only the rows have changed, because polled lists would never stop talking.
 */
export function TableAnnouncer<R>(props: DataTableProps<R>) {
  const { table, selection, isLoading = false } = props;
  const { page, pageSize, after, sort, filters } = table;
  const state = JSON.stringify([page, pageSize, after, sort, filters]);
  const announcedState = useRef(state);
  const [news, setNews] = useState({ state, words: '' });
  const words = describe(props);
  useEffect(() => {
    if (isLoading || announcedState.current === state) return;
    announcedState.current = state;
    setNews({ state, words });
  }, [state, isLoading, words]);
  const selected = selection?.selected.size ?? 0;
  return (
    <>
      <p role="status" className="sr-only">
        {/* The key makes screen readers repeat identical text. */}
        <span key={news.state}>{news.words}</span>
      </p>
      {selection ? (
        <p role="status" className="sr-only">
          {selected > 0 ? describeSelected(selected) : null}
        </p>
      ) : null}
    </>
  );
}

function describe<R>({ table, columns, rows, total, next, noun, height }: DataTableProps<R>): string {
  const { page, pageSize, sort } = table;
  const count = total ?? rows.length;
  const pageCount = next === undefined && height === undefined ? Math.ceil(count / pageSize) : 1;
  const sorted = columns.find(({ key }) => key === sort?.key);
  return [
    count === 0 ? `No ${noun} match` : count === 1 ? '1 result' : `${formatCount(count)} ${noun}`,
    ...(pageCount > 1 ? [`page ${formatCount(page)} of ${formatCount(pageCount)}`] : []),
    ...(sorted && sort ? [`sorted by ${sorted.header}, ${sort.direction}`] : []),
  ].join(', ');
}
