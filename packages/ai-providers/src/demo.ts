import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AiProvider, CompletionCall, CompletionResult, FinishReason } from './contract.js';
import { jsonReplyTo } from './demo-json.js';
import { demoReplyTo } from './demo-reply.js';
import { countMessages, countTokens } from './tokens.js';

export const DEMO_MODEL = 'demo';

const USUAL_REPLY_MS = 1_200;
const TICK_MS = 20;

/**
 * Answers without any provider, so that a fresh installation can be tried: deterministic, counted and
 * streamed like a real answer, and marked as what it is.
 */
export function createDemoProvider(options: { replyMs?: number } = {}): AiProvider {
  const replyMs = options.replyMs ?? USUAL_REPLY_MS;
  return {
    async complete(call) {
      const prompt = call.messages.findLast(({ role }) => role === 'user')?.content ?? '';
      const whole = jsonReplyTo(prompt, call.json ?? false) ?? demoReplyTo(call.messages);
      const { text, finishReason } = await limit(whole, call.maxOutputTokens);
      const requestId = `demo-${createHash('sha256').update(prompt).digest('hex').slice(0, 16)}`;
      if (call.signal?.aborted) return stoppedBeforeStart(requestId);
      const said = call.onText ? await say(text, call.onText, replyMs, call.signal) : text;
      return {
        text: said,
        finishReason: said === text ? finishReason : 'stopped',
        usage: {
          inputTokens: await countMessages(call.messages, DEMO_MODEL),
          outputTokens: await countTokens(said, DEMO_MODEL),
          source: said === text ? 'provider' : 'counted',
        },
        requestId,
      };
    },
    listModels: () => Promise.resolve([DEMO_MODEL]),
  };
}

function stoppedBeforeStart(requestId: string): CompletionResult {
  const usage = { inputTokens: 0, outputTokens: 0, source: 'counted' as const };
  return { text: '', finishReason: 'stopped', usage, requestId };
}

/** The longest beginning, in whole words, that fits the output limit. */
async function limit(text: string, maxTokens: number): Promise<{ text: string; finishReason: FinishReason }> {
  if ((await countTokens(text, DEMO_MODEL)) <= maxTokens) return { text, finishReason: 'stop' };
  const words = wordsOf(text);
  let fits = 0;
  let tooMany = words.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if ((await countTokens(words.slice(0, middle).join(''), DEMO_MODEL)) <= maxTokens) fits = middle;
    else tooMany = middle;
  }
  return { text: words.slice(0, fits).join('') || '…', finishReason: 'length' };
}

/** Word by word at an even pace; returns what was said until the end or until it was stopped. */
async function say(
  text: string,
  onText: NonNullable<CompletionCall['onText']>,
  replyMs: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const words = wordsOf(text);
  const perTick = Math.max(1, Math.ceil((words.length * TICK_MS) / Math.max(replyMs, TICK_MS)));
  let said = '';
  for (let at = 0; at < words.length && !signal?.aborted; at += perTick) {
    for (const word of words.slice(at, at + perTick)) {
      said += word;
      onText(word);
      if (signal?.aborted) return said;
    }
    // Stopping ends the wait too.
    if (replyMs > 0) await delay(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
  return said;
}

function wordsOf(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/gu) ?? [];
}
