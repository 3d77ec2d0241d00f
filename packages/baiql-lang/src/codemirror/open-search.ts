import type { Command } from '@codemirror/view';

/** Opens the search panel. It is loaded when it is first asked for: most people never search in a script. */
export const openSearch: Command = (view) => {
  void import('./search.js').then(({ installSearch }) => installSearch(view));
  return true;
};
