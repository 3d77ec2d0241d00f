import type { DocsStore } from './docs-store.server';

/** What docs offers to other features. */
export interface DocsServices {
  docs: DocsStore;
}

/** What the use cases of docs need, each a part of it. */
export type DocsDeps = DocsServices;
