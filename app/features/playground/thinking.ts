import { z } from '~/core/browser/browser-zod';

/** The model's reasoning before a reply. Shown and saved with the thread, but never part of the reply. */
export const thinkingSchema = z.object({
  text: z.string(),
  startedAtMs: z.number(),
  /** When the reply began. */
  endedAtMs: z.optional(z.number()),
});
export type Thinking = z.output<typeof thinkingSchema>;

/** What has arrived since the last update. */
export interface Received {
  text: string;
  thinking: string;
}

export function addThinking(
  before: Thinking | undefined,
  received: Received,
  atMs: number,
): Thinking | undefined {
  const { text, startedAtMs } = before ?? { text: '', startedAtMs: atMs };
  const after =
    received.thinking === '' ? before : { ...before, startedAtMs, text: text + received.thinking };
  return received.text === '' ? after : endThinking(after, atMs);
}

/** `atMs` is undefined if this page didn't see the end. */
export const endThinking = (thinking: Thinking | undefined, atMs: number | undefined): Thinking | undefined =>
  thinking && atMs !== undefined ? { ...thinking, endedAtMs: thinking.endedAtMs ?? atMs } : thinking;

/** "Thought for 12 s", or without a time if this page didn't see the end. */
export function describeThinking({ startedAtMs, endedAtMs }: Thinking, isThinking: boolean): string {
  if (isThinking) return 'Thinking…';
  if (endedAtMs === undefined) return 'Thought';
  const seconds = Math.max(1, Math.round((endedAtMs - startedAtMs) / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0
    ? `Thought for ${String(seconds)} s`
    : `Thought for ${String(minutes)} min ${String(seconds % 60)} s`;
}
