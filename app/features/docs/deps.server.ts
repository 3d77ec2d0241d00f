import type { DocsStore } from './docs-store.server';

/** Services that docs offers to other features. */
export interface DocsServices {
  docs: DocsStore;
}

/** Dependencies of the docs use cases; each takes a part of them. */
export type DocsDeps = DocsServices;
