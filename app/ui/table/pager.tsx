import { ChevronDown, ChevronFirst, ChevronLast } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button';
import { ButtonLink } from '../button-link';
import { formatCount } from '../format-count';
import { Menu } from '../overlay/menu';
import { usePrefetch } from '../use-prefetch';
import type { TableHandle } from './use-table-state';

type Props = {
  table: TableHandle;
  total: number;
  /** What is counted, in the plural: "entries". */
  noun: string;
};

/** Where Previous and Next reach every page at once, nothing else is needed. */
const NEAR_PAGES = 2;

/** Only when there are pages. Links where each page has an address, else buttons. */
export function Pager({ table, total, noun }: Props) {
  const { page, pageSize, pageSizes } = table;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  if ([pageSize, ...pageSizes].every((size) => total <= size)) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-s text-ink-2">
      <p className="num grow">
        Page {formatCount(page)} of {formatCount(pageCount)}
        <span className="text-ink-3">
          {' '}
          · {formatCount(total)} {noun}
        </span>
      </p>
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
              ...(table.hrefFor
                ? { to: table.hrefFor({ pageSize: size }) }
                : { onAction: () => table.change({ pageSize: size }) }),
            }))}
        >
          {pageSize} per page
          <ChevronDown aria-hidden="true" className="size-4 text-ink-3" />
        </Menu>
      ) : null}
      <div className="flex gap-2">
        {pageCount > NEAR_PAGES ? (
          <Turn table={table} to={1} isOffered={page > 1} words="First">
            <ChevronFirst aria-hidden="true" className="size-4" />
          </Turn>
        ) : null}
        <Turn table={table} to={page - 1} isOffered={page > 1} words="Previous" />
        <Turn table={table} to={page + 1} isOffered={page < pageCount} words="Next" />
        {pageCount > NEAR_PAGES ? (
          <Turn table={table} to={pageCount} isOffered={page < pageCount} words="Last">
            <ChevronLast aria-hidden="true" className="size-4" />
          </Turn>
        ) : null}
      </div>
    </nav>
  );
}

function Turn({
  table,
  to,
  isOffered,
  words,
  children: icon,
}: {
  table: TableHandle;
  to: number;
  isOffered: boolean;
  words: string;
  /** An icon in the place of the words, which it then is called by. */
  children?: ReactNode;
}) {
  const prefetch = usePrefetch();
  const shown = icon ?? words;
  const named = icon === undefined ? {} : { 'aria-label': `${words} page`, title: `${words} page` };
  if (!isOffered)
    return (
      <Button disabled {...named}>
        {shown}
      </Button>
    );
  if (!table.hrefFor)
    return (
      <Button onClick={() => table.change({ page: to })} {...named}>
        {shown}
      </Button>
    );
  return (
    <ButtonLink to={table.hrefFor({ page: to })} preventScrollReset prefetch={prefetch} {...named}>
      {shown}
    </ButtonLink>
  );
}

/** For lists too long to count: the first page, and the next one from where this one ends. */
export function KeysetPager({ table, next }: { table: TableHandle; next: string | null }) {
  if (next === null && table.after === null) return null;
  const turn = (after: string | null, words: string, isOffered: boolean) => {
    if (!isOffered) return <Button disabled>{words}</Button>;
    if (!table.hrefFor) return <Button onClick={() => table.change({ after })}>{words}</Button>;
    return <ButtonLink to={table.hrefFor({ after })}>{words}</ButtonLink>;
  };
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 py-3">
      {turn(null, 'First page', table.after !== null)}
      {turn(next, 'Next', next !== null)}
    </nav>
  );
}
