import { z } from '~/core/browser/browser-zod';
import { newKey } from '~/core/browser/new-key';
import type { ThreadEntry } from '~/features/sessions';
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
});

/** Defaults for messages saved by API clients without these fields. */
const UNKNOWN = { provider: '', model: '', maxOutputTokens: 1024, doNotStoreContent: false };
const NO_REPLY = { message: 'No reply was saved with this message.' };

/** A thread as saved in a session: newest message first, each followed by its reply. */
export const entriesOf = (turns: readonly Turn[]): ThreadEntry[] =>
  turns.flatMap((turn) => {
    const { key, request, modelName, sentAtMs, answeredAtMs, text, thinking, reply } = turn;
    const sent = sentSchema.parse({ ...request, key });
    const message: ThreadEntry = { role: 'user', text: request.prompt, label: 'You', atMs: sentAtMs, sent };
    if (text === '' || isPending(turn)) return [message];
    const answer: ThreadEntry = {
      role: 'ai',
      text,
      label: modelName,
      ...(answeredAtMs === undefined ? {} : { atMs: answeredAtMs }),
      ...(thinking ? { thinking } : {}),
      ...(reply ? { reply } : {}),
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
  const { key, ...request } = sentSchema.safeParse(entry.sent).data ?? { ...UNKNOWN, key: '' };
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
  };
}

function answered({ key, request, sentAtMs }: Turn, entry: ThreadEntry): Turn {
  const reply = replySchema.safeParse(entry.reply).data;
  const thinking = thinkingSchema.safeParse(entry.thinking).data;
  return {
    key,
    request,
    sentAtMs,
    state: 'done',
    modelName: entry.label,
    text: entry.text,
    ...(thinking ? { thinking } : {}),
    // The entry's text takes precedence.
    ...(reply ? { reply: { ...reply, text: entry.text } } : {}),
    ...(entry.atMs === undefined ? {} : { answeredAtMs: timeOf(entry) }),
  };
}

/** A time outside the range of Date would throw. */
const timeOf = ({ atMs = 0 }: ThreadEntry): number => (Math.abs(atMs) <= 8.64e15 ? atMs : 0);
