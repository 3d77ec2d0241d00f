import { z } from '~/core/browser/browser-zod';

/** Bounds hostile input. */
const MAX_ENTRIES = 10_000;

/** A reply's cost, as shown in exports. Restoring a thread reads more fields. */
const replyFactsSchema = z.looseObject({
  provider: z.optional(z.string()),
  model: z.optional(z.string()),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() }),
});

/**
 * A message of a saved thread, newest first, with each reply after its message. API clients may save the first three
 * fields only; the page adds what it needs to restore the thread.
 */
export const threadEntrySchema = z.looseObject({
  role: z.enum(['user', 'ai']),
  text: z.string(),
  /** The speaker: "You", or the model's name. */
  label: z._default(z.string(), ''),
  /** When the message was sent or the reply was completed. */
  atMs: z.optional(z.number()),
  reply: z.optional(replyFactsSchema),
});
export type ThreadEntry = z.output<typeof threadEntrySchema>;

const threadSchema = z.array(threadEntrySchema).check(z.maxLength(MAX_ENTRIES));

/** Parses a thread's entries; undefined if the text isn't one, or has an older format. */
export function parseThread(json: string): ThreadEntry[] | undefined {
  try {
    return threadSchema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** The thread as plain text, oldest first. */
export const threadText = (entries: readonly ThreadEntry[]): string =>
  oldestFirst(entries)
    .map(({ label, role, text }) => `${speakerOf({ label, role })}:\n${text.trim()}`)
    .join('\n\n');

export const speakerOf = ({ label, role }: Pick<ThreadEntry, 'label' | 'role'>): string =>
  label !== '' ? label : role === 'user' ? 'You' : 'AI';

/** Exports read from oldest to newest; on screen the newest message is first, with its reply below. */
export function oldestFirst(entries: readonly ThreadEntry[]): ThreadEntry[] {
  const exchanges: ThreadEntry[][] = [];
  for (const entry of entries) {
    const last = exchanges.at(-1);
    if (entry.role === 'user' || !last) exchanges.push([entry]);
    else last.push(entry);
  }
  return exchanges.toReversed().flat();
}
