import { useCallback, useEffect, useState } from 'react';
import type { ListedSession } from '../answers';
import { asFailure, PAGE_SIZE, sessions, type SessionFailure, type SessionPage } from '../session-api';

const SEARCH_DELAY_MS = 300;

/** The latest sessions with further pages, or what a search finds, debounced. */
export function useHistoryList(latest: SessionPage, query: string) {
  const wanted = query.trim();
  const [found, setFound] = useState<SessionPage & { q: string }>();
  const [failure, setFailure] = useState<SessionFailure>();
  const [attempt, setAttempt] = useState(0);
  /** Pages after the first. */
  const [more, setMore] = useState<readonly ListedSession[]>([]);

  useEffect(() => {
    setFailure(undefined);
    if (wanted === '') {
      setFound(undefined);
      return;
    }
    let isWanted = true;
    const timer = setTimeout(() => {
      sessions.list(1, wanted).then(
        (page) => {
          if (!isWanted) return;
          setFound({ ...page, q: wanted });
          setMore([]);
        },
        (error: unknown) => {
          if (isWanted) setFailure(asFailure(error));
        },
      );
    }, SEARCH_DELAY_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [wanted, attempt]);

  const page = wanted === '' ? latest : found;
  const first = page?.items ?? [];
  const known = new Set(first.map(({ Id }) => Id));
  const items = [...first, ...(page ? more.filter(({ Id }) => !known.has(Id)) : [])];

  return {
    items,
    failure,
    isLoading: page === undefined && failure === undefined,
    hasMore: page !== undefined && items.length < page.total,
    /** After a change to one of them. */
    reload: useCallback(() => {
      setMore([]);
      setAttempt((count) => count + 1);
    }, []),
    loadMore: async () => {
      const next = await sessions.list(Math.floor(items.length / PAGE_SIZE) + 1, wanted);
      setMore((before) => [...before, ...next.items]);
    },
  };
}
