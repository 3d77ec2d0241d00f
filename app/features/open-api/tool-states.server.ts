import { LRUCache } from 'lru-cache';
import type { ToolCall, VendorState } from '@promptwell/ai-providers/contract';
import { seal, unseal } from '~/core/server/seal.server';
import { MINUTE_MS } from '~/core/shared/clock';

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
  keep(userId: string, model: string, state: VendorState, toolCalls: readonly ToolCall[]): void;
  /** The state of the message with these calls, if it is still stored and the model is the same. */
  find(userId: string, model: string, callIds: readonly string[]): VendorState | undefined;
}

export function createToolStates(sealKey: Buffer, nowMs: () => number): ToolStates {
  const kept = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (sealed) => sealed.length,
    ttl: KEEP_MS,
    perf: { now: nowMs },
  });
  const subjectOf = (userId: string, model: string, callId: string): string =>
    JSON.stringify([userId, model, callId]);
  return {
    keep(userId, model, state, toolCalls) {
      const text = JSON.stringify(state);
      const [first] = toolCalls;
      if (!first || text.length > MAX_CHARACTERS_PER_STATE) return;
      const subject = subjectOf(userId, model, first.id);
      kept.set(subject, seal(sealKey, subject, text));
    },
    find(userId, model, [first]) {
      if (first === undefined) return undefined;
      const subject = subjectOf(userId, model, first);
      const sealed = kept.get(subject);
      const text = sealed === undefined ? undefined : unseal(sealKey, subject, sealed);
      return text === undefined ? undefined : (JSON.parse(text) as VendorState);
    },
  };
}
