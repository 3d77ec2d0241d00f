// Browsers have locks only where a page came by https or from this machine. Elsewhere the tabs ask each other.

import { newKey } from './new-key';

/** Another tab that has the place answers within this time, unless the browser has put it to sleep. */
const ANSWER_MS = 150;

type Message = { kind: 'wanted'; id: string; by: string } | { kind: 'held'; id: string };

const tab = newKey();
const held = new Set<string>();
/** What is being asked for, and what to do when another tab has it. */
const wanted = new Map<string, () => void>();
let opened: BroadcastChannel | undefined;

/** Holds a place until it is released or the tab is closed; null when another tab has it. */
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
  // Of two that want a place at the same moment, the one whose name comes first has it.
  if (held.has(id) || (wanted.has(id) && tab < message.by)) say({ kind: 'held', id });
}
