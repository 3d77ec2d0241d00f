// The Web Locks API needs https or localhost. On plain http, tabs negotiate over a broadcast channel.

import { newKey } from './new-key';

/** How long to wait for the holder to answer. A frozen tab does not answer. */
const ANSWER_MS = 150;

type Message = { kind: 'wanted'; id: string; by: string } | { kind: 'held'; id: string };

const tab = newKey();
const held = new Set<string>();
/** The requested slot, and what to do if another tab holds it. */
const wanted = new Map<string, () => void>();
let opened: BroadcastChannel | undefined;

/** Holds a slot until it is released or the tab closes; null if another tab holds it. */
export async function holdWithoutLocks(id: string): Promise<(() => void) | null> {
  if (held.has(id) || wanted.has(id)) return null;
  const isFree = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), ANSWER_MS);
    wanted.set(id, () => {
      clearTimeout(timer);
      resolve(false);
    });
    say({ kind: 'wanted', id, by: tab });
  });
  wanted.delete(id);
  if (!isFree) return null;
  held.add(id);
  return () => void held.delete(id);
}

function say(message: Message): void {
  opened ??= listen();
  opened.postMessage(message);
}

function listen(): BroadcastChannel {
  const channel = new BroadcastChannel('promptwell-places');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  return channel;
}

function hear(message: Message): void {
  const { id } = message;
  if (message.kind === 'held') {
    wanted.get(id)?.();
    return;
  }
  // If two tabs ask at the same moment, the lower id wins.
  if (held.has(id) || (wanted.has(id) && tab < message.by)) say({ kind: 'held', id });
}
