import type { Pixels } from './tokens/picture-tokens.js';

/** The provider-independent contract for model requests. */

export type MessageRole = 'system' | 'user' | 'assistant' | 'tool';

export interface TextPart {
  type: 'text';
  text: string;
}

/** An image or document, as `bytes` or as its extracted `text`. */
export interface FilePart {
  type: 'file';
  mimeType: string;
  name?: string;
  /** Dimensions of an image, if known; vendors bill by them. */
  pixels?: Pixels;
  data: { bytes: Uint8Array } | { text: string };
}

/** A call of a tool by the model, which the client carries out. */
export interface ToolCall {
  /** Unique within the conversation. */
  id: string;
  name: string;
  /** JSON, as the model wrote it; not necessarily valid. */
  arguments: string;
}

/** In messages of the assistant. */
export interface ToolCallPart extends ToolCall {
  type: 'tool-call';
}

/** In messages of the role `tool`: what the client's tool returned. */
export interface ToolResultPart {
  type: 'tool-result';
  callId: string;
  /** The tool's name, which some vendors want again. */
  name: string;
  text: string;
}

export type MessagePart = TextPart | FilePart | ToolCallPart | ToolResultPart;

/** Opaque data that a vendor expects back with its own message. */
export interface VendorState {
  vendor: string;
  value: unknown;
}

export interface Message {
  role: MessageRole;
  parts: MessagePart[];
  state?: VendorState;
}

/** A message with text only. */
export const textMessage = (role: MessageRole, text: string): Message => ({
  role,
  parts: [{ type: 'text', text }],
});

/** A tool that the model may call. */
export interface Tool {
  name: string;
  description?: string | undefined;
  /** JSON schema of its arguments. */
  parameters: Readonly<Record<string, unknown>>;
  /** Whether the vendor enforces the schema. */
  strict?: boolean | undefined;
}

export interface ToolUse {
  tools: readonly Tool[];
  /** Whether the model must, may or must not call a tool, or which one. Default: `auto`. */
  choice?: 'auto' | 'none' | 'required' | { name: string } | undefined;
  /** False: at most one call at a time. */
  isParallel?: boolean | undefined;
}

export type Effort = 'low' | 'medium' | 'high';

export interface ProviderRequest {
  model: string;
  /** The underlying model if the name doesn't identify it, as for a deployment. */
  modelBehind?: string | undefined;
  messages: readonly Message[];
  maxOutputTokens: number;
  /** Ranges as defined by the vendor: 0 to 1, or 0 to 2. */
  sampling?: { temperature?: number | undefined; topP?: number | undefined } | undefined;
  /** Reasoning effort. */
  effort?: Effort | undefined;
  seed?: number | undefined;
  /** Requests a single JSON value, optionally matching a schema. */
  format?: { type: 'json'; schema?: JsonSchema } | undefined;
  /** Texts at which the response ends. */
  stop?: readonly string[] | undefined;
  /** Only for models that support tools: see `ProviderRegistry.capabilitiesOf`. */
  toolUse?: ToolUse | undefined;
  /** Enables or disables the vendor's web search. Default: as the vendor does. */
  webSearch?: boolean | undefined;
  /** Maximum number of searches. */
  maxSearches?: number | undefined;
  /** A pseudonymous user ID for the vendor's abuse detection. */
  userId?: string | undefined;
  /** Identifies a prefix (all messages but the last) that will be sent again, so that the vendor can cache it. */
  cacheKey?: string | undefined;
  /** Model capabilities known to the caller but not in vendors/. */
  takes?: { sampling?: boolean | undefined } | undefined;
  /** False if the caller retries by itself, so that failed requests aren't repeated here. */
  retries?: boolean | undefined;
  /** Stops the request. Once a response has begun this is not an error: the stream ends with `stopped`. */
  signal?: AbortSignal | undefined;
}

export interface JsonSchema {
  name: string;
  /**
   * False for schemas that OpenAI's strict mode would reject, such as most written by hand. If the schema allows
   * additional properties, vendors that only support closed schemas get it as an instruction.
   */
  strict?: boolean;
  schema: Readonly<Record<string, unknown>>;
}

export interface Usage {
  /** `total` includes cached tokens. */
  input: { total: number; cacheRead: number; cacheWrite: number };
  /** `total` includes reasoning tokens. */
  output: { total: number; reasoning: number };
  /** Items billed per request. */
  requests: { webSearch: number };
  /** Cost reported by the vendor, in micro-dollars. */
  vendorCostMicroUsd?: number;
  /** Impossible counts reported by the vendor, such as negative ones. They are not charged. */
  impossible?: Readonly<Record<string, number>>;
  /** `reported` by the vendor, or `counted` by our tokenizer if the response was cut short or had no usage. */
  source: 'reported' | 'counted';
}

/** `tool_calls`: the model waits for the results of its calls. `stopped`: by the caller. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'filtered' | 'stopped';

/** A setting that the model doesn't support and that was left out. The caller shows the message. */
export interface Warning {
  setting:
    | 'temperature'
    | 'topP'
    | 'effort'
    | 'seed'
    | 'stop'
    | 'format'
    | 'tools'
    | 'webSearch'
    | 'maxOutputTokens'
    | 'messages';
  message: string;
}

export interface Source {
  url: string;
  title: string | null;
}

export type ProviderEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** A call of a tool begins. Its arguments follow, possibly mixed with those of other calls. */
  | { type: 'tool-call'; index: number; id: string; name: string }
  | { type: 'tool-arguments'; index: number; text: string }
  | ({ type: 'source' } & Source)
  | { type: 'file'; mimeType: string; bytes: Uint8Array }
  | FinishEvent;

/** The last event of every stream. */
export interface FinishEvent {
  type: 'finish';
  reason: FinishReason;
  /** The vendor's own finish reason, for logs. */
  vendorReason: string | null;
  usage: Usage;
  warnings: Warning[];
  requestId: string | null;
  /** Number of characters after the end of the response, which are dropped. */
  textAfterEnd?: number;
  /** To send back with this message, if the vendor expects it. */
  state?: VendorState;
}

/** A whole response, collected from its events. */
export interface ProviderResult extends Omit<FinishEvent, 'type' | 'reason'> {
  text: string;
  /** The model's reasoning, if the vendor returns it. Never part of `text`. */
  reasoning: string;
  /** Calls of tools, in order. */
  toolCalls: ToolCall[];
  /** Unique URLs. */
  sources: Source[];
  /** `interrupted`: the stream broke, and this is what had arrived. */
  finishReason: FinishReason | 'interrupted';
}

export interface AiProvider {
  /**
   * Runs a request. Always streamed by the vendor, so that long responses don't hit a first-byte timeout. Ends with
   * `finish`; leaving the loop aborts the request.
   * @throws ProviderFailure only
   */
  stream(call: ProviderRequest): AsyncIterable<ProviderEvent>;
  /** Names of the models available to the account, sorted. @throws ProviderFailure */
  listModels(): Promise<string[]>;
}

export type ProviderFailureKind =
  | 'refused'
  | 'rate_limited'
  | 'overloaded'
  | 'timed_out'
  | 'connection_lost'
  | 'empty'
  /** The vendor's safety filter blocked the prompt or the whole response. */
  | 'filtered'
  /** The vendor has shut the model down. */
  | 'model_gone'
  | 'unauthorised'
  | 'bad_answer';

export interface ProviderFailureFacts {
  kind: ProviderFailureKind;
  /** A message for users: no key, no prompt text, no vendor text. */
  message: string;
  /** Whether the request was sent, or may have been. */
  sent: boolean;
  /** True: nothing was consumed, so nothing may be charged. False: the outcome after sending is unknown. */
  certain: boolean;
  /** The wait requested by the provider. */
  retryAfterMs?: number;
  /** What arrived before the stream broke; for a response without visible text, its usage, and no text. */
  received?: ProviderResult | undefined;
  status?: number;
  /** The vendor's error code, for logs. */
  vendorCode?: string;
  requestId?: string | null;
  /** The vendor's message and the field it names, for administrators only: it may quote the prompt, never a key. */
  vendorDetail?: VendorDetail | undefined;
}

export interface VendorDetail {
  sentence: string;
  field: string | null;
}

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  readonly sent: boolean;
  readonly certain: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly vendorCode: string | undefined;
  readonly requestId: string | null;
  readonly #received: ProviderFailureFacts['received'];
  readonly #vendorDetail: VendorDetail | undefined;

  constructor(facts: ProviderFailureFacts) {
    super(facts.message);
    this.name = 'ProviderFailure';
    this.kind = facts.kind;
    this.sent = facts.sent;
    this.certain = facts.certain;
    this.retryAfterMs = facts.retryAfterMs;
    this.#received = facts.received;
    this.#vendorDetail = facts.vendorDetail;
    this.status = facts.status;
    this.vendorCode = facts.vendorCode;
    this.requestId = facts.requestId ?? null;
  }

  /** A getter, so that loggers don't serialize the text. */
  get received(): ProviderFailureFacts['received'] {
    return this.#received;
  }

  /** A getter for the same reason. */
  get vendorDetail(): VendorDetail | undefined {
    return this.#vendorDetail;
  }
}
