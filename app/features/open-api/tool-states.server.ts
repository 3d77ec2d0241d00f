import { LRUCache } from 'lru-cache';
import { seal, unseal } from '~/core/server/seal.server';
import { MINUTE_MS } from '~/core/shared/clock';
import type { ToolState } from '~/features/completions/index.server';

/** As long as a tool may take between two rounds. */
const KEEP_MS = 15 * MINUTE_MS;
const MAX_CHARACTERS = 32 * 1024 * 1024;
const MAX_CHARACTERS_PER_STATE = 1024 * 1024;

/**
 * Vendor state between tool calls that clients of OpenAI's protocol drop: Gemini's thought signatures, Anthropic's
 * thinking, OpenAI's reasoning. Kept encrypted in memory for 15 minutes; without it, the model continues without
 * reasoning.
 */
export interface ToolStates {
  keep(userId: string, made: ToolState): void;
  /** The state of the message with these calls, if it is still stored. */
  find(userId: string, callIds: readonly string[]): KeptState | undefined;
}

export type KeptState = Pick<ToolState, 'state' | 'stateOf'>;

export function createToolStates(sealKey: Buffer, nowMs: () => number): ToolStates {
  const kept = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (sealed) => sealed.length,
    ttl: KEEP_MS,
    perf: { now: nowMs },
  });
  const subjectOf = (userId: string, callId: string): string => JSON.stringify([userId, callId]);
  return {
    keep(userId, { state, stateOf, toolCalls: [first] }) {
      const text = JSON.stringify({ state, stateOf } satisfies KeptState);
      if (!first || text.length > MAX_CHARACTERS_PER_STATE) return;
      const subject = subjectOf(userId, first.id);
      kept.set(subject, seal(sealKey, subject, text));
    },
    find(userId, [first]) {
      if (first === undefined) return undefined;
      const subject = subjectOf(userId, first);
      const sealed = kept.get(subject);
      const text = sealed === undefined ? undefined : unseal(sealKey, subject, sealed);
      return text === undefined ? undefined : (JSON.parse(text) as KeptState);
    },
  };
}
