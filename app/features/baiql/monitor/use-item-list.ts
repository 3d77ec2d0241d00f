import { useEffect, useRef, useState } from 'react';
import type { ItemPage } from '../runs/responses';
import { createItemList, createItemSearch, type ItemList, type ItemListState } from './item-list';
import type { ItemFilter, RunCalls } from './run-api';

/** Minimum interval between refreshes of the visible rows of a live run. */
const REFRESH_MS = 1_000;

interface Options {
  filter: ItemFilter;
  /** The page's initial data, with its filter. */
  first: { page: ItemPage; filter: ItemFilter };
  /** A new value means that transactions may have changed. */
  version: string;
}

/** The filtered list of a run's transactions, and its state. */
export function useItemList(
  calls: RunCalls,
  { filter, first, version }: Options,
): [ItemList | null, ItemListState] {
  const { status, q } = filter;
  const [list, setList] = useState<ItemList | null>(null);
  const [state, setState] = useState<ItemListState>(() => fromFirst(first.page));
  const firstPage = useRef<Options['first'] | null>(first);

  useEffect(() => {
    const known = firstPage.current;
    firstPage.current = null;
    const fits = known !== null && known.filter.status === status && known.filter.q === q;
    const load: Parameters<typeof createItemList>[0] = (query, signal) =>
      calls.items(
        {
          texts: 'beginnings',
          ...(status === undefined ? {} : { status }),
          ...(q === undefined ? {} : { q }),
          ...query,
        },
        signal,
      );
    const onChange = () => setState(made.state);
    const made: ItemList =
      q === undefined
        ? createItemList(load, { first: fits ? known.page : null, onChange })
        : createItemSearch(load, onChange);
    setState(made.state);
    setList(made);
    made.show(0, PAGE_IN_SIGHT);
    return () => made.close();
  }, [calls, status, q]);

  useRefresh(list, version);
  return [list, state];
}

const PAGE_IN_SIGHT = 30;

function fromFirst(page: ItemPage): ItemListState {
  const search =
    page.searched === undefined ? null : { searched: page.searched, hasMore: page.next !== null };
  return {
    count: page.total ?? page.items.length,
    itemAt: (index) => page.items[index],
    isLoading: false,
    error: null,
    search,
  };
}

/** Throttled: refreshes at the start of an interval with a change, and once after it. */
function useRefresh(list: ItemList | null, version: string): void {
  const seen = useRef(version);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => {
    if (seen.current === version || list === null) return;
    seen.current = version;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      list.refresh();
    }, REFRESH_MS);
  }, [list, version]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [list],
  );
}
