import { messageOf } from '~/core/browser/call-api';
import type { ItemPage, RunItem } from '../runs/responses';

export const PAGE_SIZE = 100;
/** A search loads pages until it has this many matches or has reached the end of the run. */
const MIN_MATCHES = 200;

/** Immutable state of the list; replaced on each change. */
export interface ItemListState {
  /** Number of rows; in a search, the matches so far. */
  count: number;
  itemAt: (index: number) => RunItem | undefined;
  isLoading: boolean;
  error: string | null;
  /** In a search: how many transactions were searched, and whether more are left. */
  search: { searched: number; hasMore: boolean } | null;
}

export interface ItemList {
  readonly state: ItemListState;
  /** Call when these rows become visible. */
  show(from: number, to: number): void;
  /** Call when the transactions may have changed. */
  refresh(): void;
  searchOn(): void;
  close(): void;
}

type Load = (query: Record<string, string>, signal: AbortSignal) => Promise<ItemPage>;

interface Page {
  items: readonly RunItem[];
  generation: number;
}

/**
 * A virtual list of a run's transactions. Loads pages as they become visible, one at a time, and skips pages that were
 * scrolled past.
 */
export function createItemList(
  load: Load,
  { first, onChange }: { first: ItemPage | null; onChange: () => void },
): ItemList {
  const leaving = new AbortController();
  const pages = new Map<number, Page>();
  let total = first?.total ?? 0;
  let generation = 0;
  let wanted: readonly number[] = [0];
  let error: string | null = null;
  let isWorking = false;
  let state: ItemListState;
  if (first !== null) pages.set(0, { items: first.items, generation });

  const itemAt = (index: number) => pages.get(Math.floor(index / PAGE_SIZE))?.items[index % PAGE_SIZE];
  const nextPage = () => wanted.find((page) => pages.get(page)?.generation !== generation);
  function tell(): void {
    state = { count: total, itemAt, isLoading: isWorking, error, search: null };
    onChange();
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    error = null;
    for (let page = nextPage(); page !== undefined && error === null; page = nextPage()) {
      const begun = generation;
      try {
        const query = { page: String(page + 1), pageSize: String(PAGE_SIZE) };
        const answer = await load(query, leaving.signal);
        pages.set(page, { items: answer.items, generation: begun });
        total = answer.total ?? 0;
      } catch (thrown) {
        if (leaving.signal.aborted) return;
        error = messageOf(thrown);
      }
      tell();
    }
    isWorking = false;
    tell();
  }

  state = { count: total, itemAt, isLoading: first === null, error, search: null };
  return {
    get state() {
      return state;
    },
    show(from, to) {
      const [begin, end] = [Math.floor(from / PAGE_SIZE), Math.floor(Math.max(from, to) / PAGE_SIZE)];
      wanted = Array.from({ length: end - begin + 1 }, (_, index) => begin + index);
      if (nextPage() !== undefined) void work();
    },
    refresh() {
      generation += 1;
      void work();
    },
    searchOn: () => undefined,
    close: () => leaving.abort(),
  };
}

/** The transactions that contain a text. Loads page after page of matches until there are enough. */
export function createItemSearch(load: Load, onChange: () => void): ItemList {
  const leaving = new AbortController();
  let items: readonly RunItem[] = [];
  let searched = 0;
  let next: string | null = '0/0';
  let error: string | null = null;
  let isWorking = false;
  let state: ItemListState;

  const describe = (): ItemListState => ({
    count: items.length,
    itemAt: (index) => items[index],
    isLoading: isWorking,
    error,
    search: { searched, hasMore: next !== null },
  });
  function tell(): void {
    state = describe();
    onChange();
  }

  async function work(enough: number): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    error = null;
    tell();
    while (next !== null && items.length < enough && error === null) {
      try {
        const answer = await load({ after: next, pageSize: String(PAGE_SIZE) }, leaving.signal);
        items = [...items, ...answer.items];
        searched += answer.searched ?? 0;
        next = answer.next;
      } catch (thrown) {
        if (leaving.signal.aborted) return;
        error = messageOf(thrown);
      }
      tell();
    }
    isWorking = false;
    tell();
  }

  state = describe();
  return {
    get state() {
      return state;
    },
    show: () => {
      if (searched === 0 && error === null) void work(MIN_MATCHES);
    },
    refresh: () => undefined,
    searchOn: () => void work(items.length + MIN_MATCHES),
    close: () => leaving.abort(),
  };
}
