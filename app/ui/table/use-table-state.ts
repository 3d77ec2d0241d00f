import { useNavigate, useSearchParams } from '@remix-run/react';
import { useMemo, useState } from 'react';
import {
  parseTableState,
  patchTableState,
  tableSearch,
  type TableOptions,
  type TablePatch,
  type TableState,
} from './table-state';

export type TableHandle = TableState & {
  pageSizes: readonly number[];
  lastPage: number | undefined;
  /** The address of the table with that change; null where its state is not in the address. */
  hrefFor: ((patch: TablePatch) => string) | null;
  change: (patch: TablePatch) => void;
};

/** Sort, filters, page and page size in the address: links work without scripts, reload and Back restore them. */
export function useTableState(options: TableOptions = {}): TableHandle {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = parseTableState(params, options);
  const hrefFor = (patch: TablePatch) => tableSearch(params, options, patchTableState(state, patch));
  return {
    ...state,
    pageSizes: options.pageSizes ?? [],
    lastPage: options.lastPage,
    hrefFor,
    // Typing in a filter replaces the entry of the history, or Back would undo it letter by letter.
    change: (patch) =>
      navigate(hrefFor(patch), { preventScrollReset: true, replace: patch.filters !== undefined }),
  };
}

/** The same kept in the component, for a table in a sheet or a dialog. */
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
