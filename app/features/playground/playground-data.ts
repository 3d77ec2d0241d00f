import type { readPlayground } from './read-playground.server';

/** The account data that the server sends. */
export type PlaygroundData = Awaited<ReturnType<typeof readPlayground>>;
