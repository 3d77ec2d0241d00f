import { z } from '~/core/browser/browser-zod';

/** More than a person can read; a hostile text is refused before it is shown. */
const MAX_ENTRIES = 10_000;

/** What an entry's reply has cost, in the parts that an export shows. Whoever restores a thread reads more of it. */
const replyFactsSchema = z.looseObject({
  provider: z.optional(z.string()),
  model: z.optional(z.string()),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() }),
});

/**
 * One message of a saved thread, newest first, each reply after its message. Scripts may save the first three fields
 * alone; the page adds what it needs to show the thread as it was.
 */
const threadEntrySchema = z.looseObject({
  role: z.enum(['user', 'ai']),
  text: z.string(),
  /** Who speaks: "You", or the model's name. */
  label: z._default(z.string(), ''),
  /** When the message was sent, or the reply complete. */
  atMs: z.optional(z.number()),
  reply: z.optional(replyFactsSchema),
});
export type ThreadEntry = z.output<typeof threadEntrySchema>;

const threadSchema = z.array(threadEntrySchema).check(z.maxLength(MAX_ENTRIES));

/** The entries of a thread; undefined for a text that is none, or one that an older version wrote in another form. */
export function parseThread(json: string): ThreadEntry[] | undefined {
  try {
    return threadSchema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** The whole thread as one text, oldest first: what stands where only text can. */
export const threadText = (entries: readonly ThreadEntry[]): string =>
  oldestFirst(entries)
    .map(({ label, role, text }) => `${speakerOf({ label, role })}:\n${text.trim()}`)
    .join('\n\n');

export const speakerOf = ({ label, role }: Pick<ThreadEntry, 'label' | 'role'>): string =>
  label !== '' ? label : role === 'user' ? 'You' : 'AI';

/** A conversation is read from its beginning; on screen the newest message stands first, each reply below it. */
export function oldestFirst(entries: readonly ThreadEntry[]): ThreadEntry[] {
  const exchanges: ThreadEntry[][] = [];
  for (const entry of entries) {
    const last = exchanges.at(-1);
    if (entry.role === 'user' || !last) exchanges.push([entry]);
    else last.push(entry);
  }
  return exchanges.toReversed().flat();
}
