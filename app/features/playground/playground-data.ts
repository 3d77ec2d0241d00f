import type { readPlayground } from './read-playground.server';

/** What the server says about the account. */
export type PlaygroundData = Awaited<ReturnType<typeof readPlayground>>;
