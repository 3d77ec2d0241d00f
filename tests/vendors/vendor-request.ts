import { z } from 'zod';
import type { Behaviour } from './behaviour';
import type { VendorReply } from './dialect';

const bodySchema = z.looseObject({
  model: z.string().default('mock-small'),
  messages: z.array(z.looseObject({ content: z.unknown().optional() })).default([]),
  /** Messages in the Responses API. */
  input: z.union([z.string(), z.array(z.looseObject({ content: z.unknown().optional() }))]).optional(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});

export interface VendorRequest {
  model: string;
  /** The last message's text, which identifies replies and duplicates. */
  prompt: string;
  streams: boolean;
  wantsUsage: boolean;
  body: unknown;
}

export function readRequest(text: string): VendorRequest | undefined {
  const body = parseJson(text);
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { model, messages, input = messages, stream, stream_options } = parsed.data;
  const content = typeof input === 'string' ? input : (input.at(-1)?.content ?? '');
  return {
    model,
    prompt: typeof content === 'string' ? content : JSON.stringify(content),
    streams: stream ?? false,
    wantsUsage: stream_options?.include_usage ?? false,
    body,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The reply depends on the prompt alone, so that a test can tell whose answer it got. */
export function replyTo(asked: VendorRequest, behaviour: Behaviour): VendorReply {
  const mark = checksum(asked.prompt);
  const told = behaviour.kind === 'reply' ? behaviour : undefined;
  const text = ('text' in behaviour ? behaviour.text : undefined) ?? answerText(mark);
  return {
    id: `mock-${mark}`,
    model: asked.model,
    text,
    finish: told?.finish ?? (told?.toolCalls ? 'tools' : 'stop'),
    toolCalls: told?.toolCalls ?? [],
    usage:
      told?.usage === undefined
        ? { inputTokens: Math.ceil(asked.prompt.length / 4), outputTokens: Math.ceil(text.length / 4) }
        : told.usage,
    wantsUsage: asked.wantsUsage,
  };
}

/** The servers' default reply to this prompt. */
export function expectedAnswer(prompt: string): string {
  return answerText(checksum(prompt));
}

function answerText(mark: string): string {
  return `Answer ${mark}. The local vendor server writes the same few sentences to the same prompt each time. They are long enough to be cut into pieces, and they end here.`;
}

function checksum(text: string): string {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
