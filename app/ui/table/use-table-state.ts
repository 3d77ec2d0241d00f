import { useNavigate, useSearchParams } from '@remix-run/react';
import { useMemo, useState } from 'react';
import {
  parseTableState,
  patchTableState,
  tableSearchString,
  type TableOptions,
  type TablePatch,
  type TableState,
} from './table-state';

export type TableHandle = TableState & {
  pageSizes: readonly number[];
  lastPage: number | undefined;
  /** The URL after a change; null if the state is not in the URL. */
  hrefFor: ((patch: TablePatch) => string) | null;
  change: (patch: TablePatch) => void;
};

/**
 * Sorting, filters, page and page size in the URL, so links work without JavaScript, and reload and Back restore them.
 */
export function useTableState(options: TableOptions = {}): TableHandle {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = parseTableState(params, options);
  const hrefFor = (patch: TablePatch) => tableSearchString(params, options, patchTableState(state, patch));
  return {
    ...state,
    pageSizes: options.pageSizes ?? [],
    lastPage: options.lastPage,
    hrefFor,
    // Filter changes replace the history entry; otherwise Back would undo typing letter by letter.
    change: (patch) =>
      navigate(hrefFor(patch), { preventScrollReset: true, replace: patch.filters !== undefined }),
  };
}

/** The same state kept in the component, for a table in a sheet or dialog. */
export function useLocalTableState(options: TableOptions = {}): TableHandle {
  const first = useMemo(() => new URLSearchParams(), []);
  const [state, setState] = useState(() => parseTableState(first, options));
  return {
    ...state,
    pageSizes: options.pageSizes ?? [],
    lastPage: options.lastPage,
    hrefFor: null,
    change: (patch) => setState((before) => patchTableState(before, patch)),
  };
}
