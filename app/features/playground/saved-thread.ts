import { z } from '~/core/browser/browser-zod';
import { newKey } from '~/core/browser/new-key';
import type { ThreadEntry } from '~/features/sessions';
import { replySchema, sendRequestSchema } from './reply';
import { isPending, type Turn } from './turns';

/** What the page adds to a message, so that it can be shown, edited and sent again as it was. */
const sentSchema = z.object({
  key: z.string(),
  provider: z.string(),
  model: z.string(),
  maxOutputTokens: z.number(),
  doNotStoreContent: z.boolean(),
  continues: sendRequestSchema.shape.continues,
});

/** Of a message that a script has saved, which says nothing of this. */
const UNKNOWN = { provider: '', model: '', maxOutputTokens: 1024, doNotStoreContent: false };
const NO_REPLY = { message: 'No reply was saved with this message.' };

/** Messages with their replies as a saved session keeps them: newest first, each reply after its message. */
export const entriesOf = (turns: readonly Turn[]): ThreadEntry[] =>
  turns.flatMap((turn) => {
    const { key, request, modelName, sentAtMs, answeredAtMs, text, reply } = turn;
    const { prompt, provider, model, maxOutputTokens, doNotStoreContent, continues } = request;
    const sent: z.output<typeof sentSchema> = {
      key,
      provider,
      model,
      maxOutputTokens,
      doNotStoreContent,
      ...(continues && { continues }),
    };
    const message: ThreadEntry = { role: 'user', text: prompt, label: 'You', atMs: sentAtMs, sent };
    if (text === '' || isPending(turn)) return [message];
    const answer: ThreadEntry = {
      role: 'ai',
      text,
      label: modelName,
      ...(answeredAtMs === undefined ? {} : { atMs: answeredAtMs }),
      ...(reply ? { reply } : {}),
    };
    return [message, answer];
  });

/** The thread of a saved session, to be shown as if it had just been sent; what cannot be read of it is left out. */
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
  // Two of one key would be one on screen.
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
  return {
    key,
    request,
    sentAtMs,
    state: 'done',
    modelName: entry.label,
    text: entry.text,
    // The text is the entry's, whatever else it says.
    ...(reply ? { reply: { ...reply, text: entry.text } } : {}),
    ...(entry.atMs === undefined ? {} : { answeredAtMs: timeOf(entry) }),
  };
}

/** A moment that no calendar has would break the page. */
const timeOf = ({ atMs = 0 }: ThreadEntry): number => (Math.abs(atMs) <= 8.64e15 ? atMs : 0);
