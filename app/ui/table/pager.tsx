import { ChevronFirst, ChevronLast } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../button';
import { ButtonLink } from '../button-link';
import { focusIfLost } from '../focus-if-lost';
import { formatCount } from '../format-count';
import { usePrefetch } from '../use-prefetch';

type Props = {
  /** 1-based. */
  page: number;
  pageSize: number;
  total: number;
  /** The last page offered, even if there are more rows. */
  lastPage?: number | undefined;
  /** Plural of what is counted: "entries". */
  noun: string;
  navigation: PageNavigation;
  className?: string;
  /** Further controls between the counts and the buttons. With these, the pager is shown even for a single page. */
  children?: ReactNode;
};

/** Links if each page has a URL, else buttons. */
type PageNavigation =
  | {
      hrefFor: (page: number) => string;
      /** Keeps the scroll position, for a list within a page. */
      preventScrollReset?: boolean;
    }
  | { onPageChange: (page: number) => void };

/** With this few pages, Previous and Next suffice. */
const NEAR_PAGES = 2;

/** Pages of a list. Renders nothing for a single page. */
export function Pager({
  page,
  pageSize,
  total,
  noun,
  navigation,
  className = 'py-3',
  children,
  ...props
}: Props) {
  const { lastPage = Infinity } = props;
  const pageCount = Math.min(lastPage, Math.max(1, Math.ceil(total / pageSize)));
  const reached = pageCount * pageSize;
  const nav = useFocusAtEnds(page);
  if (pageCount === 1 && !children) return null;
  return (
    <nav
      ref={nav}
      tabIndex={-1}
      aria-label={`Pages of ${noun}`}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 text-s text-ink-2 ${className}`}
    >
      <p className="num grow">
        Page {formatCount(page)} of {formatCount(pageCount)}
        <span className="text-ink-3">
          {' '}
          · {formatCount(total)} {noun}
          {reached < total
            ? `. The first ${formatCount(reached)} are listed; search or filter to find the rest.`
            : null}
        </span>
      </p>
      {children}
      <div className="flex gap-2">
        {pageCount > NEAR_PAGES ? (
          <PageButton navigation={navigation} to={1} isOffered={page > 1} words="First">
            <ChevronFirst aria-hidden="true" className="size-4" />
          </PageButton>
        ) : null}
        <PageButton navigation={navigation} to={page - 1} isOffered={page > 1} words="Previous" />
        <PageButton navigation={navigation} to={page + 1} isOffered={page < pageCount} words="Next" />
        {pageCount > NEAR_PAGES ? (
          <PageButton navigation={navigation} to={pageCount} isOffered={page < pageCount} words="Last">
            <ChevronLast aria-hidden="true" className="size-4" />
          </PageButton>
        ) : null}
      </div>
    </nav>
  );
}

/** Moves the focus to the pager on the first and last page, where the pressed button is removed. */
export function useFocusAtEnds(page: number | string | null) {
  const nav = useRef<HTMLElement>(null);
  const lastPage = useRef(page);
  useEffect(() => {
    if (lastPage.current === page) return undefined;
    lastPage.current = page;
    return focusIfLost(nav, { preventScroll: true });
  }, [page]);
  return nav;
}

function PageButton({
  navigation,
  to,
  isOffered,
  words,
  children: icon,
}: {
  navigation: PageNavigation;
  to: number;
  isOffered: boolean;
  words: string;
  /** An icon shown instead of the words, which become its label. */
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
  if ('onPageChange' in navigation)
    return (
      <Button onClick={() => navigation.onPageChange(to)} {...named}>
        {shown}
      </Button>
    );
  return (
    <ButtonLink
      to={navigation.hrefFor(to)}
      preventScrollReset={navigation.preventScrollReset}
      prefetch={prefetch}
      {...named}
    >
      {shown}
    </ButtonLink>
  );
}
