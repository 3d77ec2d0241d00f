import { z } from '~/core/browser/browser-zod';
import { newKey } from '~/core/browser/new-key';
import type { SessionTurns, ThreadEntry } from '~/features/sessions';
import { replySchema, sendRequestSchema } from './reply';
import { thinkingSchema } from './thinking';
import { isPending, type Turn } from './turns';

/** Stored with a message so that it can be shown, edited and resent. */
const sentSchema = z.object({
  key: z.string(),
  provider: z.string(),
  model: z.string(),
  maxOutputTokens: z.number(),
  doNotStoreContent: z.boolean(),
  ...z.pick(sendRequestSchema, { temperature: true, effort: true, webSearch: true, json: true }).shape,
  continues: sendRequestSchema.shape.continues,
  versionOf: z.optional(z.string()),
  follows: z.optional(z.string()),
});

/** Defaults for messages saved by API clients without these fields. */
const UNKNOWN: Omit<z.output<typeof sentSchema>, 'key'> = {
  provider: '',
  model: '',
  maxOutputTokens: 1024,
  doNotStoreContent: false,
};
const NO_REPLY = { message: 'No reply was saved with this message.' };

/** A thread as saved in a session: newest message first, each followed by its reply. */
export const entriesOf = (turns: readonly Turn[]): ThreadEntry[] =>
  turns.flatMap((turn) => {
    const { key, request, modelName, sentAtMs, answeredAtMs, text, thinking, reply } = turn;
    const sent = sentSchema.parse({ ...request, key, versionOf: turn.versionOf, follows: turn.follows });
    const message: ThreadEntry = { role: 'user', text: request.prompt, label: 'You', atMs: sentAtMs, sent };
    if (text === '' || isPending(turn)) return [message];
    const answer: ThreadEntry = {
      role: 'ai',
      text,
      label: modelName,
      ...(answeredAtMs === undefined ? {} : { atMs: answeredAtMs }),
      ...(thinking ? { thinking } : {}),
      // The text is not sent twice: it may be megabytes long.
      ...(reply ? { reply: { ...reply, text: '' } } : {}),
    };
    return [message, answer];
  });

/** The thread of a saved session. Unreadable entries are left out. */
export function turnsOf(entries: readonly ThreadEntry[]): Turn[] {
  const turns: Turn[] = [];
  const keys = new Set<string>();
  for (const entry of entries) {
    const open = turns.at(-1);
    if (entry.role === 'user') turns.push(messageTurn(entry, keys));
    else if (open?.text === '') turns[turns.length - 1] = answered(open, entry);
    else turns.push(answered(messageTurn({ ...entry, text: '' }, keys), entry));
  }
  return turns;
}

function messageTurn(entry: ThreadEntry, keys: Set<string>): Turn {
  const { key, versionOf, follows, ...request } = sentSchema.safeParse(entry.sent).data ?? {
    ...UNKNOWN,
    key: '',
  };
  // Duplicate keys would show as one turn.
  const own = key === '' || keys.has(key) ? newKey() : key;
  keys.add(own);
  return {
    key: own,
    request: { ...request, prompt: entry.text },
    modelName: request.model,
    sentAtMs: timeOf(entry),
    state: 'failed',
    text: '',
    failure: NO_REPLY,
    ...(versionOf === undefined ? {} : { versionOf }),
    ...(follows === undefined ? {} : { follows }),
  };
}

function answered(turn: Turn, entry: ThreadEntry): Turn {
  const reply = replySchema.safeParse(entry.reply).data;
  const thinking = thinkingSchema.safeParse(entry.thinking).data;
  return {
    ...turn,
    failure: undefined,
    state: 'done',
    modelName: entry.label,
    text: entry.text,
    ...(thinking ? { thinking } : {}),
    // The entry's text takes precedence.
    ...(reply ? { reply: { ...reply, text: entry.text } } : {}),
    ...(entry.atMs === undefined ? {} : { answeredAtMs: timeOf(entry) }),
  };
}

/** Its reply may be found by its key for this long. */
const FINDABLE_MS = 24 * 60 * 60_000;

/** Exchanges of the account's history. One without a reply may still be under way. */
export const keptTurnsOf = (page: SessionTurns, nowMs: number): Turn[] =>
  page.Turns.flatMap(({ Key: key, Entries }) =>
    turnsOf(Entries)
      .slice(0, 1)
      .map((turn) => ({
        ...turn,
        ...(turn.text === '' && nowMs - turn.sentAtMs < FINDABLE_MS && turn.request.model !== ''
          ? { state: 'lost' as const, failure: undefined, hasStarted: true }
          : {}),
        key,
        sessionId: page.Session.Id,
        isKept: true,
      })),
  );

/** A time outside the range of Date would throw. */
const timeOf = ({ atMs = 0 }: ThreadEntry): number => (Math.abs(atMs) <= 8.64e15 ? atMs : 0);
