import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AiProvider, FinishReason, Usage } from '../contract.js';
import { jsonReplyTo } from './json-reply.js';
import { demoReplyTo } from './reply.js';
import { demoReplyToTools, demoToolCall } from './tool-use.js';
import { textOfMessage } from '../message-parts.js';
import { NO_USAGE } from '../partial-response.js';
import { countMessages, countTokens } from '../tokens/count-tokens.js';

const DEMO_MODEL = 'demo';

const DEFAULT_REPLY_MS = 1_200;
const TICK_MS = 20;

/**
 * A built-in provider for trying out a fresh installation: deterministic responses, counted and streamed like real ones
 * and labeled as samples.
 */
export function createDemoProvider(options: { replyMs?: number } = {}): AiProvider {
  const replyMs = options.replyMs ?? DEFAULT_REPLY_MS;
  return {
    async *stream(call) {
      const asked = call.messages.findLast(({ role }) => role === 'user');
      const prompt = asked ? textOfMessage(asked) : '';
      const whole =
        (call.format && jsonReplyTo(prompt, call.format)) ??
        demoReplyToTools(call.messages) ??
        jsonReplyTo(prompt, undefined) ??
        demoReplyTo(call.messages);
      const requestId = `demo-${createHash('sha256').update(prompt).digest('hex').slice(0, 16)}`;
      const end = { type: 'finish' as const, vendorReason: null, warnings: [], requestId };
      if (call.signal?.aborted) {
        yield { ...end, reason: 'stopped', usage: NO_USAGE };
        return;
      }
      const input = await countMessages(call.messages, DEMO_MODEL, { toolUse: call.toolUse });
      const toolCall = demoToolCall(call);
      if (toolCall) {
        yield { type: 'tool-call', index: 0, id: toolCall.id, name: toolCall.name };
        for (const text of toolCall.arguments.match(/.{1,16}/gsu) ?? [])
          yield { type: 'tool-arguments', index: 0, text };
        const output = await countTokens(`${toolCall.name} ${toolCall.arguments}`, DEMO_MODEL);
        yield { ...end, reason: 'tool_calls', usage: usageOf(input, output, 'reported') };
        return;
      }
      const { text, reason } = await limit(untilStop(whole, call.stop), call.maxOutputTokens);
      let streamed = '';
      for await (const word of say(text, replyMs, call.signal)) {
        streamed += word;
        yield { type: 'text', text: word };
      }
      const isWhole = streamed === text;
      const output = await countTokens(streamed, DEMO_MODEL);
      const usage = usageOf(input, output, isWhole ? 'reported' : 'counted');
      yield { ...end, reason: isWhole ? reason : 'stopped', usage };
    },
    listModels: () => Promise.resolve([DEMO_MODEL]),
  };
}

const usageOf = (input: number, output: number, source: Usage['source']): Usage => ({
  ...NO_USAGE,
  input: { ...NO_USAGE.input, total: input },
  output: { ...NO_USAGE.output, total: output },
  source,
});

function untilStop(text: string, stop: readonly string[] = []): string {
  const ends = stop.map((each) => text.indexOf(each)).filter((at) => at > 0);
  return text.slice(
    0,
    ends.reduce((first, at) => Math.min(first, at), text.length),
  );
}

/** The longest prefix in whole words that fits the output limit. */
async function limit(text: string, maxTokens: number): Promise<{ text: string; reason: FinishReason }> {
  if ((await countTokens(text, DEMO_MODEL)) <= maxTokens) return { text, reason: 'stop' };
  const words = wordsOf(text);
  let fits = 0;
  let tooMany = words.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if ((await countTokens(words.slice(0, middle).join(''), DEMO_MODEL)) <= maxTokens) fits = middle;
    else tooMany = middle;
  }
  return { text: words.slice(0, fits).join('') || '…', reason: 'length' };
}

/** Streams word by word at a steady pace until the end or an abort. */
async function* say(text: string, replyMs: number, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const words = wordsOf(text);
  const perTick = Math.max(1, Math.ceil((words.length * TICK_MS) / Math.max(replyMs, TICK_MS)));
  for (let at = 0; at < words.length; at += perTick) {
    for (const word of words.slice(at, at + perTick)) {
      if (signal?.aborted) return;
      yield word;
    }
    // an abort also ends the wait
    if (replyMs > 0) await delay(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
}

function wordsOf(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/gu) ?? [];
}
