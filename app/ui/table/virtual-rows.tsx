import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode, RefObject } from 'react';
import { BODY } from './table';

type Props<T extends { id: string }> = {
  rows: readonly T[];
  scroller: RefObject<HTMLElement>;
  columnCount: number;
  draw: (row: T) => ReactNode;
};

const ROW_PX = 37;
/** Used on the server, before the height is known. */
const FIRST_RECT = { width: 1024, height: 600 };

/** Renders only visible rows. An empty row above and below takes the place of the others. */
export function VirtualRows<T extends { id: string }>({ rows, scroller, columnCount, draw }: Props<T>) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    initialRect: FIRST_RECT,
  });
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <Gap height={above} columnCount={columnCount} />
      {items.map(({ key, index }) => {
        const row = rows[index];
        return (
          // One tbody per row, so that a row is measured with its details.
          <tbody key={key} ref={virtualizer.measureElement} data-index={index} {...BODY}>
            {row ? draw(row) : null}
          </tbody>
        );
      })}
      <Gap height={below} columnCount={columnCount} />
    </>
  );
}

function Gap({ height, columnCount }: { height: number; columnCount: number }) {
  return (
    <tbody aria-hidden="true" className="block md:table-row-group">
      <tr className="block md:table-row">
        <td colSpan={columnCount} className="block p-0 md:table-cell" style={{ height }} />
      </tr>
    </tbody>
  );
}
