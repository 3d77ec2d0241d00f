import { z } from '~/core/browser/browser-zod';
import type { ThreadEntry } from '../thread';
import { selectShown } from '../versions';

const sourceSchema = z.object({
  // It may come from an API client, and others click on it.
  url: z.url({ protocol: /^https?$/ }),
  title: z.nullable(z.string()),
});

/** A message or reply as others see it: without its cost, its thinking and what it was sent with. */
export const sharedEntrySchema = z.object({
  role: z.enum(['user', 'ai']),
  text: z.string(),
  label: z.string(),
  atMs: z.optional(z.number()),
  sources: z.array(sourceSchema),
});
export type SharedEntry = z.output<typeof sharedEntrySchema>;

const linksSchema = z.object({ versionOf: z.optional(z.string()), follows: z.optional(z.string()) });

export interface KeptTurn {
  key: string;
  entries: readonly ThreadEntry[];
}

/** Of these exchanges, newest first, the shown versions as others see them, oldest first. */
export function sharedThread(
  newestFirst: readonly KeptTurn[],
  versions: Readonly<Record<string, string>>,
): SharedEntry[] {
  const turns = newestFirst.map((turn) => ({
    ...turn,
    ...linksSchema.safeParse(turn.entries[0]?.sent).data,
  }));
  return selectShown(turns, versions)
    .turns.toReversed()
    .flatMap(({ entries }) => entries.map(sharedEntry));
}

const sharedEntry = ({ role, text, label, atMs, reply }: ThreadEntry): SharedEntry => ({
  role,
  text,
  label,
  ...(atMs === undefined ? {} : { atMs }),
  sources: sourcesOf(reply?.sources),
});

const sourcesOf = (sources: unknown): SharedEntry['sources'] =>
  Array.isArray(sources) ? sources.flatMap((source) => sourceSchema.safeParse(source).data ?? []) : [];
