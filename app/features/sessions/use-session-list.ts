import { useCallback, useEffect, useState } from 'react';
import { asFailure, PAGE_SIZE, sessions, type SessionFailure, type SessionPage } from './session-api';

const SEARCH_DELAY_MS = 300;

/** Search results, debounced; `list` is undefined while loading. */
export function useSessionList(query: string) {
  const [searched, setSearched] = useState('');
  const [list, setList] = useState<SessionPage>();
  const [failure, setFailure] = useState<SessionFailure>();

  const load = useCallback(async (q: string, isWanted: () => boolean = () => true) => {
    try {
      const page = await sessions.list(1, q.trim());
      if (!isWanted()) return;
      setList(page);
      setFailure(undefined);
    } catch (error) {
      if (!isWanted()) return;
      setList({ items: [], total: 0 });
      setFailure(asFailure(error));
    }
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setSearched(query), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query]);
  useEffect(() => {
    let isWanted = true;
    void load(searched, () => isWanted);
    return () => {
      isWanted = false;
    };
  }, [load, searched]);

  async function loadMore() {
    if (!list) return;
    // Offset by what is loaded, since deletions shift the rest.
    const next = await sessions.list(Math.floor(list.items.length / PAGE_SIZE) + 1, searched.trim());
    const known = new Set(list.items.map(({ Id }) => Id));
    setList({ total: next.total, items: [...list.items, ...next.items.filter(({ Id }) => !known.has(Id))] });
  }

  return { list, searched, failure, reload: () => load(searched), loadMore };
}
