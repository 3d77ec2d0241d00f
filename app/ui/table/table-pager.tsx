import { ChevronDown } from 'lucide-react';
import { Button } from '../button';
import { ButtonLink } from '../button-link';
import { Menu } from '../overlay/menu';
import { Pager, useFocusAtEnds } from './pager';
import type { TableHandle } from './use-table-state';

/** The pages of a table, and a choice of page size. */
export function TablePager({ table, total, noun }: { table: TableHandle; total: number; noun: string }) {
  const { page, pageSize, pageSizes, lastPage, hrefFor, change } = table;
  if ([pageSize, ...pageSizes].every((size) => total <= size)) return null;
  return (
    <Pager
      page={page}
      pageSize={pageSize}
      total={total}
      lastPage={lastPage}
      noun={noun}
      navigation={
        hrefFor
          ? { hrefFor: (to) => hrefFor({ page: to }), preventScrollReset: true }
          : { onPageChange: (to) => change({ page: to }) }
      }
    >
      {pageSizes.length > 1 ? (
        <Menu
          label="Rows per page"
          size="s"
          items={pageSizes
            .toSorted((one, other) => one - other)
            .map((size) => ({
              key: String(size),
              label: String(size),
              isChosen: size === pageSize,
              ...(hrefFor
                ? { to: hrefFor({ pageSize: size }) }
                : { onAction: () => change({ pageSize: size }) }),
            }))}
        >
          {pageSize} per page
          <ChevronDown aria-hidden="true" className="size-4 text-ink-3" />
        </Menu>
      ) : null}
    </Pager>
  );
}

/** For lists too long to count: links to the first and the next page. */
export function KeysetPager({
  table,
  next,
  noun,
}: {
  table: TableHandle;
  next: string | null;
  noun: string;
}) {
  const nav = useFocusAtEnds(table.after);
  if (next === null && table.after === null) return null;
  const turn = (after: string | null, words: string, isOffered: boolean) => {
    if (!isOffered) return <Button disabled>{words}</Button>;
    if (!table.hrefFor) return <Button onClick={() => table.change({ after })}>{words}</Button>;
    return <ButtonLink to={table.hrefFor({ after })}>{words}</ButtonLink>;
  };
  return (
    <nav
      ref={nav}
      tabIndex={-1}
      aria-label={`Pages of ${noun}`}
      className="flex items-center justify-end gap-2 py-3"
    >
      {turn(null, 'First page', table.after !== null)}
      {turn(next, 'Next', next !== null)}
    </nav>
  );
}
