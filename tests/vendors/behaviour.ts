import { z } from 'zod';

const usageSchema = z.object({
  /** The cached ones are among them. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  /** Of the Agent API: searches, and what it says that everything cost. */
  searches: z.number().optional(),
  costUsd: z.number().optional(),
});
export type ToldUsage = z.infer<typeof usageSchema>;

const toolCallSchema = z.object({ id: z.string(), name: z.string(), arguments: z.string() });
export type ToldToolCall = z.infer<typeof toolCallSchema>;

/**
 * The response of a local vendor server to one request. `hold` keeps the request open until it is released: before the
 * first byte, or in the middle of the reply.
 */
const replySchema = z.object({
  kind: z.literal('reply'),
  text: z.string().optional(),
  latencyMs: z.number().min(0).optional(),
  chunks: z.number().int().min(1).optional(),
  chunkDelayMs: z.number().min(0).optional(),
  /** A whole response to a streaming request, as from a server that cannot stream. */
  isWhole: z.literal(true).optional(),
  hold: z.enum(['before', 'middle']).optional(),
  finish: z.enum(['stop', 'length', 'filtered']).optional(),
  /** After the text: calls of the client's tools, which the answer ends with. */
  toolCalls: z.array(toolCallSchema).optional(),
  /** Null leaves usage out of the answer. */
  usage: usageSchema.nullable().optional(),
});

const behaviourSchema = z.discriminatedUnion('kind', [
  replySchema,
  z.object({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    headers: z.record(z.string(), z.string()).optional(),
    code: z.string().optional(),
    message: z.string().optional(),
    hold: z.literal('before').optional(),
  }),
  z.object({
    kind: z.literal('reset'),
    when: z.enum(['before-read', 'after-read', 'after-headers', 'mid-stream']),
  }),
  z.object({ kind: z.literal('hang') }),
  z.object({ kind: z.literal('stall') }),
  z.object({ kind: z.literal('truncated'), text: z.string().optional() }),
  z.object({ kind: z.literal('error-event'), code: z.string().optional() }),
  z.object({ kind: z.literal('invalid-json') }),
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('huge'), bytes: z.number().int().positive() }),
  /** An answer of any kind, as it is written here. */
  z.object({
    kind: z.literal('raw'),
    body: z.string(),
    status: z.number().int().default(200),
    headers: z.record(z.string(), z.string()).default({ 'content-type': 'text/event-stream' }),
  }),
  /** The same text over and over, until the other side has had enough. */
  z.object({ kind: z.literal('endless'), text: z.string().min(1) }),
]);

export type Behaviour = z.input<typeof behaviourSchema>;
export type ReplyBehaviour = z.infer<typeof replySchema>;

export const scriptSchema = z.array(
  z.object({ behaviour: behaviourSchema, times: z.number().int().positive().default(1) }),
);

const BY_MODEL: Readonly<Record<string, Behaviour>> = {
  'mock-429': { kind: 'status', status: 429, code: 'rate_limit_exceeded' },
  'mock-429-wait': {
    kind: 'status',
    status: 429,
    code: 'rate_limit_exceeded',
    headers: { 'retry-after': '2' },
  },
  'mock-500': { kind: 'status', status: 500 },
  'mock-503': { kind: 'status', status: 503 },
  'mock-529': { kind: 'status', status: 529 },
  'mock-400': { kind: 'status', status: 400 },
  'mock-401': { kind: 'status', status: 401 },
  'mock-reset-before': { kind: 'reset', when: 'after-read' },
  'mock-reset-headers': { kind: 'reset', when: 'after-headers' },
  'mock-reset-mid': { kind: 'reset', when: 'mid-stream' },
  'mock-hang': { kind: 'hang' },
  'mock-stall': { kind: 'stall' },
  'mock-truncated': { kind: 'truncated' },
  'mock-error-event': { kind: 'error-event' },
  'mock-bad-json': { kind: 'invalid-json' },
  'mock-empty': { kind: 'empty' },
  'mock-hold': { kind: 'reply', hold: 'before' },
  'mock-hold-middle': { kind: 'reply', hold: 'middle' },
  'mock-slow': { kind: 'reply', latencyMs: 200, chunkDelayMs: 50 },
  'mock-length': { kind: 'reply', finish: 'length' },
  'mock-filtered': { kind: 'reply', finish: 'filtered' },
  'mock-no-usage': { kind: 'reply', usage: null },
  'mock-huge': { kind: 'huge', bytes: 64 * 1024 * 1024 },
};

/** A fault asked for by the model's name: one of the table, or `mock-latency-<ms>`. */
export function behaviourForModel(model: string): Behaviour | undefined {
  const latency = /^mock-latency-(\d{1,6})$/.exec(model)?.[1];
  if (latency !== undefined) return { kind: 'reply', latencyMs: Number(latency) };
  return Object.hasOwn(BY_MODEL, model) ? BY_MODEL[model] : undefined;
}
